// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ToolkitChoice.h"

#include "core/config/OptionValue.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace torchmason {

namespace {

QStringList officialOf(const TorchRelease& release)
{
    return release.cudaStable + release.cudaExperimental;
}

// Official binaries are made with few toolkits; those between them build as well.
bool isMadeFor(const CudaToolkitFacts& toolkit, const TorchRelease& release, const ArchList& archs)
{
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* info = catalogue ? catalogue->toolkit(toolkit.version) : nullptr;
    const QString newest = newestCudaOf(release);
    return info && !newest.isEmpty() && !isBelow(toolkit.version, release.cudaMinimum)
        && !isAbove(toolkit.version, newest) && notCompiledBy(archs.entries, info->capabilities).isEmpty();
}

// Rather an official one, then what wins on PATH, then the newest.
bool isBetter(const CudaToolkitFacts& one, const CudaToolkitFacts& other, const TorchRelease& release)
{
    const QStringList official = officialOf(release);
    const auto worth = [&official](const CudaToolkitFacts& toolkit) {
        return std::make_pair(official.contains(majorMinor(toolkit.version)), toolkit.winsOnPath);
    };
    return worth(one) != worth(other) ? worth(one) > worth(other)
                                      : compareVersions(one.version, other.version) > 0;
}

bool holdsAll(const QStringList& list, const QStringList& wanted)
{
    return std::all_of(
        wanted.begin(), wanted.end(), [&](const QString& capability) { return list.contains(capability); });
}

bool runsOnDriver(const HostFacts& facts, const CudaToolkitInfo& info)
{
    const QString minimum = info.minimumDriver(facts.platformOfDriver());
    return std::all_of(facts.gpus.begin(), facts.gpus.end(),
        [&](const GpuFacts& gpu) { return gpu.driver.isEmpty() || !isBelow(gpu.driver, minimum); });
}

// A new major version of CUDA takes names away that trees made before it use.
bool isOfKnownMajor(const QString& version, const QStringList& known)
{
    return known.isEmpty() || std::any_of(known.begin(), known.end(), [&](const QString& one) {
        return majorOf(one) == majorOf(version);
    });
}

bool isNewerThanAll(const QString& version, const QStringList& known)
{
    return !known.isEmpty() && std::all_of(known.begin(), known.end(), [&](const QString& one) {
        return compareVersions(version, one) > 0;
    });
}

}

QString newestCudaOf(const TorchRelease& release)
{
    QString newest = release.cudaMaximum;
    for (const QString& version : officialOf(release)) {
        if (release.cudaMaximum.isEmpty() && (newest.isEmpty() || compareVersions(version, newest) > 0))
            newest = version;
    }
    return newest;
}

const CudaToolkitFacts* fittingToolkit(const HostFacts& facts, const ProfileNeeds& needs,
    const SourceSpec& source, const Configuration& configuration)
{
    if (const CudaToolkitFacts* toolkit = toolkitFor(facts, needs))
        return toolkit;
    const auto releases = ReleaseCatalogue::load();
    const TorchRelease* release = releases ? releases->release(releaseOf(source)) : nullptr;
    const ArchList archs = parseArchList(archListOf(configuration));
    const CudaToolkitFacts* best = nullptr;
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (!release || archs.isAutomatic() || !isMadeFor(toolkit, *release, archs))
            continue;
        if (!best || isBetter(toolkit, *best, *release))
            best = &toolkit;
    }
    return best;
}

const CudaToolkitFacts* toolkitToTake(const HostFacts& facts, const ProfileNeeds& needs,
    const SourceSpec& source, const Configuration& configuration)
{
    const CudaToolkitFacts* fitting = fittingToolkit(facts, needs, source, configuration);
    return fitting ? fitting : facts.winningToolkit();
}

QString adviseToolkit(const HostFacts& facts, const Profile& profile, const SourceSpec& source,
    const QStringList& capabilities, const QString& atLeast)
{
    const auto catalogue = CudaCatalogue::load();
    const auto releases = ReleaseCatalogue::load();
    if (!catalogue)
        return {};
    const TorchRelease* release
        = releases ? releases->release(source.version.isEmpty() ? source.tag : source.version) : nullptr;
    const QStringList known = release ? release->cudaStable + release->cudaExperimental : QStringList();
    const auto worth = [&](const CudaToolkitInfo& info) {
        return std::make_tuple(isInRange(info.version, profile.needs.cudaMinimum, profile.needs.cudaMaximum),
            known.contains(info.version), isOfKnownMajor(info.version, known), runsOnDriver(facts, info));
    };
    // The newest of those that the release was made for, and of those older than that; else the nearest,
    // which is the oldest.
    const auto isPreferred = [&](const CudaToolkitInfo& info, const CudaToolkitInfo& best) {
        const int order = compareVersions(info.version, best.version);
        return isNewerThanAll(info.version, known) ? order < 0 : order > 0;
    };
    const CudaToolkitInfo* best = nullptr;
    for (const CudaToolkitInfo& info : catalogue->toolkits()) {
        if (!holdsAll(info.capabilities, capabilities) || isBelow(info.version, atLeast))
            continue;
        const bool isBetter = !best || worth(info) > worth(*best)
            || (worth(info) == worth(*best) && isPreferred(info, *best));
        if (isBetter)
            best = &info;
    }
    return best ? best->version : QString();
}

bool compilesAll(const CudaToolkitFacts& toolkit, const QStringList& capabilities)
{
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* info = catalogue ? catalogue->toolkit(toolkit.version) : nullptr;
    return info && holdsAll(info->capabilities, capabilities);
}

}
