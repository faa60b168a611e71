// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ToolkitChoice.h"

#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

bool isMadeFor(const CudaToolkitFacts& toolkit, const TorchRelease& release, const ArchList& archs)
{
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* info = catalogue ? catalogue->toolkit(toolkit.version) : nullptr;
    return info && (release.cudaStable + release.cudaExperimental).contains(majorMinor(toolkit.version))
        && notCompiledBy(archs.entries, info->capabilities).isEmpty();
}

}

const CudaToolkitFacts* fittingToolkit(const HostFacts& facts, const ProfileNeeds& needs,
    const SourceSpec& source, const Configuration& configuration)
{
    if (const CudaToolkitFacts* toolkit = toolkitFor(facts, needs))
        return toolkit;
    const auto releases = ReleaseCatalogue::load();
    const TorchRelease* release
        = releases ? releases->release(source.version.isEmpty() ? source.tag : source.version) : nullptr;
    const ArchList archs = parseArchList(archListOf(configuration));
    const CudaToolkitFacts* best = nullptr;
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (!release || archs.isAutomatic() || !isMadeFor(toolkit, *release, archs))
            continue;
        if (!best || toolkit.winsOnPath
            || (!best->winsOnPath && compareVersions(toolkit.version, best->version) > 0))
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
