// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"

#include <algorithm>

namespace torchmason {

namespace {

// Collects what stands between a machine and a profile.
struct Judgement {
    QStringList against; // nothing short of another machine helps
    QStringList changes; // something must be installed, freed or chosen
    QStringList inFavour;
};

bool judgePlatform(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    if (profile.platforms.contains(facts.platform))
        return true;
    judgement.against << QStringLiteral("is for %1, this machine runs %2")
                             .arg(platformName(profile.platforms.value(0)), platformName(facts.platform));
    return false;
}

void judgeGpu(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    QVector<ArchEntry> entries;
    for (const QString& capability : profile.needs.computeCapabilities)
        entries += parseArchList(capability).entries;
    const QString compiled = profile.needs.computeCapabilities.join(QLatin1String(", "));
    QStringList others;
    for (const GpuFacts& gpu : facts.gpus) {
        if (gpu.computeCapability.isEmpty())
            continue;
        const ArchCoverage coverage = coverageOf(entries, gpu.computeCapability);
        if (coverage == ArchCoverage::Native)
            judgement.inFavour
                << QStringLiteral("compiles for your %1 (%2)").arg(gpu.name, gpu.computeCapability);
        if (coverage != ArchCoverage::None)
            return;
        others << QStringLiteral("%1 (%2)").arg(gpu.name, gpu.computeCapability);
    }
    if (!others.isEmpty())
        judgement.against << QStringLiteral("compiles for %1, you have %2")
                                 .arg(compiled, others.join(QLatin1String(" and ")));
    else if (facts.gpus.isEmpty())
        judgement.changes << QStringLiteral("compiles for GPUs of compute capability %1, none was found here")
                                 .arg(compiled);
}

void judgeToolkit(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    if (toolkitFor(facts, profile.needs))
        return;
    const QString range = rangeText(profile.needs.cudaMinimum, profile.needs.cudaMaximum);
    QStringList versions;
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits)
        versions << toolkit.version;
    judgement.changes << (versions.isEmpty()
            ? QStringLiteral("needs CUDA %1, no toolkit was found").arg(range)
            : QStringLiteral("needs CUDA %1, you have %2").arg(range, versions.join(QLatin1String(" and "))));
}

void judgeTools(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    const ProfileNeeds& needs = profile.needs;
    const CompilerFacts* compiler = compilerFor(facts, needs);
    if (!compiler)
        judgement.changes << QStringLiteral("needs a C++ compiler, none was found");
    else if (facts.platform == Platform::Windows && !needs.visualStudio.isEmpty()
        && visualStudioYear(*compiler) != needs.visualStudio)
        judgement.changes << QStringLiteral("needs Visual Studio %1, you have %2")
                                 .arg(needs.visualStudio, compiler->product);
    const QString pythonRange = rangeText(needs.pythonMinimum, needs.pythonMaximum);
    if (needs.python && !pythonFor(facts, needs)) {
        const PythonFacts* python = facts.defaultPython();
        judgement.changes << (python
                ? QStringLiteral("needs Python %1, you have %2").arg(pythonRange, python->version)
                : QStringLiteral("needs Python %1, none was found").arg(pythonRange));
    }
    const ToolFacts* cmake = facts.tool(QStringLiteral("cmake"));
    if (!cmake)
        judgement.changes << QStringLiteral("needs CMake, none was found");
    else if (!isInRange(cmake->version, needs.cmakeMinimum, {}))
        judgement.changes
            << QStringLiteral("needs CMake %1 or newer, you have %2").arg(needs.cmakeMinimum, cmake->version);
    if (needs.debianSource
        && (!facts.tool(QStringLiteral("apt-get")) || !facts.tool(QStringLiteral("dpkg-source"))))
        judgement.changes << QStringLiteral("needs apt-get and dpkg-source");
}

void judgeSpace(const HostFacts& facts, const Profile& profile, Judgement& judgement)
{
    if (profile.needs.memory && facts.memoryTotal && *facts.memoryTotal < *profile.needs.memory)
        judgement.changes << QStringLiteral("wants %1 of memory, you have %2")
                                 .arg(formatBytes(*profile.needs.memory), formatBytes(*facts.memoryTotal));
    for (const DiskFacts& disk : facts.disks) {
        if (disk.role == QLatin1String("build") && profile.needs.disk && disk.free
            && *disk.free < *profile.needs.disk)
            judgement.changes << QStringLiteral("needs %1 of free disk, you have %2")
                                     .arg(formatBytes(*profile.needs.disk), formatBytes(*disk.free));
    }
}

RankedProfile rank(const Profile& profile, const HostFacts& facts)
{
    Judgement judgement;
    const bool cuda = !profile.needs.computeCapabilities.isEmpty();
    if (judgePlatform(facts, profile, judgement)) {
        if (cuda) {
            judgeGpu(facts, profile, judgement);
            judgeToolkit(facts, profile, judgement);
        }
        judgeTools(facts, profile, judgement);
        judgeSpace(facts, profile, judgement);
    }
    RankedProfile ranked { profile, ProfileFit::Fits, 100,
        judgement.against + judgement.changes + judgement.inFavour };
    if (profile.status == ProfileStatus::Historical) {
        ranked.fit = ProfileFit::Historical;
        ranked.reasons.prepend(profile.statusReason);
    } else if (!judgement.against.isEmpty()) {
        ranked.fit = ProfileFit::DoesNotFit;
    } else if (!judgement.changes.isEmpty()) {
        ranked.fit = ProfileFit::FitsWithChanges;
    }
    // Within one fit: what uses the card first, then what needs fewer changes, then the narrower one. The
    // tour is for looking around, so real builds go before it.
    ranked.score = 100 - 10 * int(judgement.changes.size()) + 30 * int(judgement.inFavour.size())
        - int(profile.needs.computeCapabilities.size()) - (profile.source.kind == SourceKind::Sample ? 5 : 0)
        - 1000 * int(ranked.fit);
    return ranked;
}

}

QVector<RankedProfile> rankProfiles(const ProfileCatalogue& catalogue, const HostFacts& facts)
{
    QVector<RankedProfile> ranked;
    for (const Profile& profile : catalogue.profiles)
        ranked.append(rank(profile, facts));
    std::stable_sort(ranked.begin(), ranked.end(),
        [](const RankedProfile& left, const RankedProfile& right) { return left.score > right.score; });
    return ranked;
}

QString profileFitText(ProfileFit fit)
{
    switch (fit) {
    case ProfileFit::Fits:
        return QStringLiteral("fits");
    case ProfileFit::FitsWithChanges:
        return QStringLiteral("fits with changes");
    case ProfileFit::DoesNotFit:
        return QStringLiteral("does not fit");
    case ProfileFit::Historical:
        return QStringLiteral("historical");
    }
    return {};
}

}
