// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ToolkitChoice.h"

#include "core/config/OptionValue.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

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

}
