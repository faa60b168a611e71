// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/BuildEstimates.h"

#include "core/base/Core.h"
#include "core/estimate/HistoryEstimate.h"
#include "core/estimate/TableEstimate.h"
#include "core/stages/GateLaunchers.h"

#include <QFileInfo>

namespace torchmason {

namespace {

bool holdsBuild(const BuildRequest& request)
{
    return !request.clean && QFileInfo(request.buildFolder + QStringLiteral("/.ninja_log")).size() > 0;
}

// Names what the time does not count.
void sayWhatIsLeftOut(Estimate& time, const BuildChoice& choice, bool treeIsThere)
{
    if (!time.isKnown())
        return;
    QStringList without;
    const CompilerCache cache = compilerCache(choice.request, choice.taken(), choice.facts.platform);
    if (cache.isCache() && !time.isOwnHistory)
        without << Core::tr("what a compiler cache may hold already");
    if (cache.distcc && !time.isOwnHistory)
        without << Core::tr("machines that help");
    if (fetchedTree(choice) && !treeIsThere && !choice.isSample())
        without << Core::tr("fetching the source");
    if (!without.isEmpty())
        time.reason += Core::tr(" Not counted: %1.").arg(without.join(QStringLiteral(", ")));
}

}

BuildEstimate estimateHere(const HostFacts& facts, const Profile& profile, const BuildRequest& request,
    const QString& attemptsFolder)
{
    const bool treeIsThere = QFileInfo::exists(request.sourceFolder + QStringLiteral("/CMakeLists.txt"));
    const QVector<EarlierBuild> builds
        = earlierBuilds(AttemptStore(attemptsFolder), request, EarlierEnd::Any);
    HostFacts here = facts;
    here.builtFolders = builtFolders(builds);
    const BuildChoice choice = chooseBuild(here, profile, request);
    BuildEstimate estimate = estimateFromTable(choice, treeIsThere);
    takeHistory(estimate, choice, builds, treeIsThere);
    sayWhatIsLeftOut(estimate.time, choice, treeIsThere);
    if (estimate.time.isKnown() && holdsBuild(request))
        estimate.time.reason
            += Core::tr(" From an empty build folder; what is compiled in this one already is not "
                        "compiled again.");
    return estimate;
}

BuildEstimate estimateElsewhere(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const BuildChoice choice = chooseBuild(facts, profile, request);
    BuildEstimate estimate = estimateFromTable(choice, false);
    sayWhatIsLeftOut(estimate.time, choice, false);
    return estimate;
}

}
