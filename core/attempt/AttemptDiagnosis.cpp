// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/AttemptDiagnosis.h"

#include "core/attempt/MemoryHistory.h"
#include "core/base/RegularFile.h"
#include "core/findings/FindingDecision.h"
#include "core/store/AttemptFiles.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr qint64 longestSample = 1 << 20;

StageOutcome outcomeOf(StageState state)
{
    return state == StageState::Failed   ? StageOutcome::Failed
        : state == StageState::Succeeded ? StageOutcome::Succeeded
                                         : StageOutcome::Unknown;
}

MemoryHistory memoryOf(const QString& folder)
{
    MemoryHistory history;
    RegularFile file(AttemptFiles::samples(folder));
    if (!file.open(QIODevice::ReadOnly))
        return history;
    while (!file.atEnd()) {
        const auto document = parseJson(file.readLine(longestSample), file.fileName());
        const auto sample = document ? sampleFromJson(*document) : Result<Sample>(document.error());
        if (sample) // a line that was torn by a crash is passed over
            history.add(*sample);
    }
    return history;
}

// Where each stage ended well or was skipped there is nothing to say of it, but facts for the others.
void take(DiagnosisReport part, const QString& stage, DiagnosisReport& whole)
{
    for (Finding& finding : part.findings)
        finding.stage = stage;
    whole.findings += part.findings;
    whole.lines += part.lines;
    whole.bytes += part.bytes;
    whole.failed = whole.failed || part.failed;
    whole.interrupted = whole.interrupted || part.interrupted;
    whole.isCut = whole.isCut || part.isCut;
    whole.facts.complete(part.facts);
    whole.encoding = part.encoding;
    if (!part.problem.isEmpty())
        whole.problem += (whole.problem.isEmpty() ? QString() : QStringLiteral(" ")) + stage
            + QStringLiteral(": ") + part.problem;
}

}

Result<DiagnosisReport> diagnoseAttempt(
    const AttemptSummary& attempt, const std::shared_ptr<const RuleSet>& rules)
{
    const AttemptRecord& record = attempt.record;
    DiagnosisReport report;
    report.knowsLines = true;
    int logs = 0;
    for (const StageResult& stage : record.stages) {
        const QString path = AttemptFiles::log(attempt.folder, stage.id);
        if (stage.state == StageState::Skipped || !QFile::exists(path))
            continue;
        auto part = diagnoseFile(path, rules, outcomeOf(stage.state));
        if (!part)
            return part.error();
        take(std::move(part).value(), stage.id, report);
        ++logs;
    }
    if (logs == 0)
        return Error { QStringLiteral("attempt %1 has no logs.").arg(attempt.number) };
    std::stable_partition(
        report.findings.begin(), report.findings.end(), [](const Finding& finding) { return finding.root; });
    const auto host = hostFactsFromJson(record.request.hostFacts, QStringLiteral("hostFacts"));
    DecidingFacts facts = decidingFacts(report.facts, host ? &*host : nullptr);
    addConfiguration(facts, record.request.configuration);
    const bool asksFolder = std::any_of(report.findings.begin(), report.findings.end(), asksBuildFolder);
    if (asksFolder && !record.imported) {
        if (const auto state = readBuildFolder(record.request.buildFolder))
            addBuildFolder(facts, *state);
    }
    const MemoryHistory memory = memoryOf(attempt.folder);
    facts.memoryAt
        = [&memory](const Finding& finding) { return memory.before(finding.stage, finding.byteOffset); };
    decideFindings(report.findings, facts);
    return report;
}

}
