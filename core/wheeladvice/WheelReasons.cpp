// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wheeladvice/WheelReasons.h"

#include "core/base/Core.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/profile/Candidates.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

bool asks(const Configuration& configuration, const char* flag)
{
    return isCMakeTrue(configuration.flagValue(QLatin1String(flag)));
}

bool isDebugBuild(const Configuration& configuration)
{
    const QString type = configuration.flagValue(QStringLiteral("CMAKE_BUILD_TYPE"));
    const bool byVariable = std::any_of(configuration.environment.begin(), configuration.environment.end(),
        [](const EnvironmentValue& variable) {
            return variable.name == QLatin1String("DEBUG") && isCMakeTrue(variable.value.value_or(QString()));
        });
    return byVariable || type.compare(QLatin1String("Debug"), Qt::CaseInsensitive) == 0
        || type.compare(QLatin1String("RelWithDebInfo"), Qt::CaseInsensitive) == 0;
}

QString archsText(const OfficialWheel& wheel)
{
    return archListText(wheel.archs, QStringLiteral(" "));
}

}

QString machineOf(const HostFacts& facts)
{
    if (!facts.machine.isEmpty())
        return facts.machine;
    static const QRegularExpression arm(
        QStringLiteral(R"(\b(neoverse|cortex|aarch64|arm64|armv8|armv9|grace|ampere altra|graviton)\b)"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression armCard(QStringLiteral(R"(\b(GB10|GH200|GB200|GB300|Thor)\b)"));
    const bool isArm = arm.match(facts.cpuModel).hasMatch() || arm.match(facts.osBuild).hasMatch()
        || std::any_of(facts.gpus.begin(), facts.gpus.end(),
            [](const GpuFacts& gpu) { return armCard.match(gpu.name).hasMatch(); });
    return isArm ? QStringLiteral("aarch64") : QStringLiteral("x86_64");
}

bool isOldJetson(const HostFacts& facts)
{
    const QStringList boards { QStringLiteral("3.2"), QStringLiteral("5.3"), QStringLiteral("6.2"),
        QStringLiteral("7.2"), QStringLiteral("8.7") };
    return std::any_of(facts.gpus.begin(), facts.gpus.end(),
        [&](const GpuFacts& gpu) { return boards.contains(gpu.computeCapability); });
}

QStringList capabilitiesToServe(const HostFacts& facts, const Profile* profile)
{
    QStringList here;
    for (const GpuFacts& gpu : facts.gpus)
        here << gpu.computeCapability;
    here.removeDuplicates();
    if (!profile)
        return here;
    if (!usesCuda(profile->configuration))
        return {};
    const QVector<ArchEntry> archs = parseArchList(archListOf(profile->configuration)).entries;
    QStringList wanted;
    if (here.isEmpty()) {
        for (const ArchEntry& entry : archs)
            wanted << QString(entry.capability).remove(QLatin1Char('a')).remove(QLatin1Char('f'));
    }
    for (const QString& capability : here) {
        if (coverageOf(archs, capability) != ArchCoverage::None)
            wanted << capability;
    }
    wanted.removeDuplicates();
    return wanted.isEmpty() ? here : wanted;
}

QString cardsText(const HostFacts& facts, const WheelWish& wish)
{
    QStringList cards;
    for (const GpuFacts& gpu : facts.gpus) {
        if (wish.capabilities.contains(gpu.computeCapability))
            cards << QStringLiteral("%1 (%2)").arg(gpu.name, gpu.computeCapability);
    }
    cards.removeDuplicates();
    return cards.isEmpty()
        ? Core::tr("compute capability %1").arg(wish.capabilities.join(QLatin1String(" and ")))
        : cards.join(QLatin1String(" and "));
}

QString coverageSentence(const WheelChoice& choice, const WheelWish& wish)
{
    if (!choice.wheel.hasCuda())
        return Core::tr("Without CUDA, any processor of this kind will do.");
    const QString cards = wish.capabilities.join(QLatin1String(" and "));
    return choice.coverage == ArchCoverage::Ptx
        ? Core::tr("It was compiled for %1; the PTX in it reaches %2.").arg(archsText(choice.wheel), cards)
        : Core::tr("It was compiled for %1, which serves %2.").arg(archsText(choice.wheel), cards);
}

QString driverOfWheel(const WheelChoice& choice)
{
    const auto cuda = CudaCatalogue::load();
    const CudaToolkitInfo* toolkit = cuda ? cuda->toolkit(choice.wheel.cuda) : nullptr;
    return toolkit ? toolkit->minimumDriver(
               choice.wheel.platform, choice.coverage == ArchCoverage::Ptx ? CodeKind::Ptx : CodeKind::Native)
                   : QString();
}

QStringList profileReasons(const Profile& profile)
{
    QStringList reasons;
    if (!profile.patches.isEmpty())
        reasons << Core::tr("This profile patches the source.");
    if (asks(profile.configuration, "USE_MPI"))
        reasons << Core::tr("This profile asks for MPI, which official wheels lack.");
    if (isDebugBuild(profile.configuration))
        reasons << Core::tr("This profile asks for a debug build.");
    if (profile.source.kind == SourceKind::DebianSource)
        reasons << Core::tr(
            "This profile builds the distribution's own source, which needs no network beyond it.");
    return reasons;
}

}
