// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FindingDecision.h"

#include "core/knowledge/CudaCatalogue.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr Bytes memoryPerCompiler = 2 * gibibyte; // a large C++ file of PyTorch; CUDA files need more

void putFirst(Finding& finding, const QString& fixId)
{
    const auto isIt = [&](const Fix& fix) { return fix.id == fixId; };
    std::stable_partition(finding.fixes.begin(), finding.fixes.end(), isIt);
}

void addSentence(Finding& finding, const QString& sentence)
{
    finding.explanation += QLatin1Char(' ') + sentence;
}

// 89 of "compute_89" or "sm_120a"; 0 where there is no number.
int architectureNumber(const QString& subject)
{
    static const QRegularExpression number(QStringLiteral("(\\d{2,3})[a-z]?\\b"));
    return number.match(subject).capturedView(1).toInt();
}

// "12.0a" -> 120
int architectureNumberOf(QString capability)
{
    return capability.remove(QLatin1Char('.')).remove(QLatin1Char('a')).remove(QLatin1Char('f')).toInt();
}

// Too new for the toolkit and removed from it read the same; the toolkit's range tells them apart.
void decideArchitecture(Finding& finding, const QString& cudaVersion)
{
    const int wanted = architectureNumber(finding.subject);
    const Result<CudaCatalogue> catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* toolkit = catalogue ? catalogue->toolkit(cudaVersion) : nullptr;
    if (!wanted || !toolkit || toolkit->capabilities.isEmpty())
        return;
    int lowest = 1000;
    int highest = 0;
    for (const QString& capability : toolkit->capabilities) {
        lowest = std::min(lowest, architectureNumberOf(capability));
        highest = std::max(highest, architectureNumberOf(capability));
    }
    const QString number = QStringLiteral("%1.%2").arg(wanted / 10).arg(wanted % 10);
    if (wanted < lowest) {
        addSentence(finding,
            QStringLiteral("Here the toolkit is too new: CUDA %1 has dropped %2.").arg(cudaVersion, number));
        putFirst(finding, QStringLiteral("older-card"));
    } else if (wanted > highest || !toolkit->capabilities.contains(number)) {
        addSentence(finding,
            QStringLiteral("Here the toolkit is too old: CUDA %1 does not know %2 yet.")
                .arg(cudaVersion, number));
        putFirst(finding, QStringLiteral("newer-card"));
    } else {
        addSentence(finding,
            QStringLiteral("CUDA %1 does know %2, so another nvcc must have been used.")
                .arg(cudaVersion, number));
    }
}

void decideMemory(Finding& finding, const DecidingFacts& facts)
{
    if (!facts.memory || !facts.cores)
        return;
    const quint64 fitting = std::max<quint64>(1, *facts.memory / memoryPerCompiler);
    if (fitting < quint64(*facts.cores)) {
        addSentence(finding,
            QStringLiteral("This machine has %1 for %2 cores: about %3 compilers at a time fit.")
                .arg(formatBytes(*facts.memory))
                .arg(*facts.cores)
                .arg(fitting));
    }
}

// Distributed off and c10d asked for is an old object or cache; distributed on and c10d missing is half a
// part.
void decideDistributed(Finding& finding, std::optional<bool> distributed)
{
    if (!distributed) {
        addSentence(finding,
            QStringLiteral(
                "The log does not say which; the line USE_DISTRIBUTED of CMake's summary decides."));
    } else if (*distributed) {
        addSentence(finding,
            QStringLiteral(
                "Here distributed is switched on, so a part of it is missing (Gloo, libuv or NCCL), or "
                "objects are older than the switch."));
        putFirst(finding, QStringLiteral("whole-distributed"));
    } else {
        addSentence(finding,
            QStringLiteral("Here distributed is switched off, so what still asks for c10d was compiled or "
                           "configured while it was on."));
        putFirst(finding, QStringLiteral("clean-build"));
    }
}

// CMake's words for on and off; nothing for an empty one.
std::optional<bool> switchedOn(const QString& value)
{
    if (value.isEmpty())
        return std::nullopt;
    static const QStringList off { QStringLiteral("OFF"), QStringLiteral("0"), QStringLiteral("FALSE"),
        QStringLiteral("NO"), QStringLiteral("N") };
    return !off.contains(value.toUpper());
}

// "12.9.86" -> "12.9"
QString majorMinor(const QString& version)
{
    return version.section(QLatin1Char('.'), 0, 1);
}

}

DecidingFacts decidingFacts(const LogFacts& log, const HostFacts* host)
{
    DecidingFacts facts;
    facts.cudaVersion = majorMinor(log.cudaVersion);
    facts.distributed = switchedOn(log.distributed);
    if (!host)
        return facts;
    if (const CudaToolkitFacts* toolkit = host->winningToolkit(); toolkit && facts.cudaVersion.isEmpty())
        facts.cudaVersion = majorMinor(toolkit->version);
    facts.memory = host->memoryTotal;
    facts.cores = host->logicalCores;
    return facts;
}

void decideFindings(QVector<Finding>& findings, const DecidingFacts& facts)
{
    for (Finding& finding : findings) {
        if (finding.rule == QLatin1String("nvcc-unsupported-gpu-arch"))
            decideArchitecture(finding, facts.cudaVersion);
        else if (finding.rule == QLatin1String("oom-compiler-killed"))
            decideMemory(finding, facts);
        else if (finding.rule == QLatin1String("c10d-unresolved-symbol"))
            decideDistributed(finding, facts.distributed);
    }
}

}
