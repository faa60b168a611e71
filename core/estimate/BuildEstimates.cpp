// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/BuildEstimates.h"

#include "core/base/Core.h"
#include "core/buildfolder/CleanAdvice.h"
#include "core/buildfolder/SameValue.h"
#include "core/estimate/HistoryEstimate.h"
#include "core/estimate/TableEstimate.h"
#include "core/progress/BuildFile.h"
#include "core/stages/GateLaunchers.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

bool holdsBuild(const BuildRequest& request)
{
    return !request.clean && QFileInfo(request.buildFolder + QStringLiteral("/.ninja_log")).size() > 0;
}

bool isConfiguredAlike(const BuildRequest& request)
{
    const auto state = readBuildFolder(request.buildFolder);
    const QVector<FlagValue>& flags = request.configuration.flags;
    return state && adviseClean(buildFolderWishes(request), *state).level == CleanLevel::None
        && std::all_of(flags.begin(), flags.end(), [&state](const FlagValue& flag) {
               return isSameFlagValue(flag.value, state->cache.value(flag.name));
           });
}

// The range is that of a whole build. Files that are there may have to be made again, so its upper end stays;
// steps that are left may be the short ones.
void countWhatIsThere(Estimate& time, const BuildRequest& request)
{
    if (!time.isKnown() || !holdsBuild(request))
        return;
    const StepsLeft left
        = isConfiguredAlike(request) ? readStepsLeft(request.buildFolder, request.targets) : StepsLeft();
    const int steps = left.graph.steps();
    const int missing = left.missing();
    if (missing == steps) {
        time.reason.prepend(
            Core::tr("For a whole build; what is compiled in this folder already is not compiled again. "));
        return;
    }
    const qint64 restLow = *time.low * missing / steps / 2;
    const qint64 restHigh = *time.high * missing / steps * 2;
    QString told = Core::tr("This folder already holds %1 of %2 steps").arg(steps - missing).arg(steps);
    if (missing > 0 && 2 * missing < steps)
        told += Core::tr("; where nothing has changed, the others take %1")
                    .arg(timeSpanText(restLow, restHigh));
    time.reason.prepend(told + Core::tr("; the longest time is for making all of them again. "));
    time.low = restLow;
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
        = earlierBuilds(AttemptStore(attemptsFolder), request, Unfinished::Take);
    HostFacts here = facts;
    here.builtFolders = builtFolders(builds);
    const BuildChoice choice = chooseBuild(here, profile, request);
    BuildEstimate estimate = estimateFromTable(choice, treeIsThere);
    takeHistory(estimate, choice, builds, treeIsThere);
    sayWhatIsLeftOut(estimate.time, choice, treeIsThere);
    countWhatIsThere(estimate.time, request);
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
