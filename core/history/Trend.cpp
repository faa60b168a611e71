// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/Trend.h"

#include "core/estimate/EarlierBuild.h"
#include "core/estimate/FolderWork.h"
#include "core/history/FixOutcome.h"
#include "core/history/WouldHaveHelped.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "core/store/FailedSteps.h"
#include "core/store/OnlyInstall.h"

#include <QHash>
#include <QMap>

#include <algorithm>

namespace torchmason {

namespace {

// Of an attempt with all that it goes on with.
struct WholeBuild {
    std::optional<Milliseconds> time = Milliseconds(0);
    std::optional<Milliseconds> compileTime = Milliseconds(0);
    std::optional<Bytes> peakMemory;
    CacheUse cache;
    int first = 0;
    qint64 steps = 0;
    qint64 stepsBefore = 0; // of FolderWork, when it began
};

// One that a dead runner left has no time, and then the sum is not known.
void addCompiling(WholeBuild& build, const StageResult& stage)
{
    if (stage.id != stageKindId(StageKind::Compile) || !stage.hasBegun())
        return;
    build.compileTime = build.compileTime && stage.duration
        ? std::optional(*build.compileTime + *stage.duration)
        : std::nullopt;
}

void add(WholeBuild& build, const AttemptRecord& record)
{
    build.time = build.time && record.duration ? std::optional(*build.time + *record.duration) : std::nullopt;
    if (record.peakMemory)
        build.peakMemory = std::max(build.peakMemory.value_or(0), *record.peakMemory);
    build.steps += stepsDone(record).value_or(0);
    for (const StageResult& stage : record.stages) {
        build.cache.hits += stage.cache ? stage.cache->hits : 0;
        build.cache.misses += stage.cache ? stage.cache->misses : 0;
        addCompiling(build, stage);
    }
}

bool isToCompile(const AttemptRecord& record)
{
    return std::any_of(record.stages.begin(), record.stages.end(), [](const StageResult& stage) {
        return stage.id == stageKindId(StageKind::Compile) && stage.state != StageState::Skipped;
    });
}

// Ascending, so that a build comes after those it goes on with.
using OwnAttempts = QMap<int, const AttemptSummary*>;
OwnAttempts ownOf(const QVector<AttemptSummary>& attempts)
{
    OwnAttempts own;
    for (const AttemptSummary& attempt : attempts) {
        if (attempt.error.isEmpty() && !attempt.record.imported)
            own.insert(attempt.number, &attempt);
    }
    return own;
}

TrendPoint pointOf(const AttemptSummary& attempt, const WholeBuild& build)
{
    if (attempt.record.state == AttemptState::Failed)
        return { attempt.number, true };
    const bool hasCompiled = build.compileTime.value_or(Milliseconds(0)).count() > 0;
    return { attempt.number, false, build.time, build.peakMemory, hitShare(build.cache),
        hasCompiled ? build.compileTime : std::nullopt, build.first,
        hasCompiled && FolderWork::isPart(build.steps, build.stepsBefore), attempt.record.duration };
}

}

bool isSameProfile(const BuildRequest& one, const BuildRequest& other)
{
    return one.profileId.isEmpty() || other.profileId.isEmpty() ? one.profileName == other.profileName
                                                                : one.profileId == other.profileId;
}

QSet<int> attemptsOfOtherOptions(const BuildRequest& profile, const QVector<AttemptSummary>& attempts)
{
    const OwnAttempts own = ownOf(attempts);
    QSet<int> others;
    for (const AttemptSummary* attempt : own) {
        const AttemptRecord& record = attempt->record;
        const AttemptSummary* base = own.value(baseOf(record).value_or(0));
        // While it waits it has no stages, which would say whether it is to compile.
        if (!base || !isSameProfile(record.request, profile) || !goesOnWith(record, base->record))
            continue;
        const auto asked = AttemptFiles::readRequest(attempt->folder);
        const auto before = AttemptFiles::readRequest(base->folder);
        if (asked && before && !differingOptions(*before, *asked).isEmpty())
            others.insert(attempt->number);
    }
    return others;
}

QVector<TrendPoint> trendOf(
    const BuildRequest& profile, const QVector<AttemptSummary>& attempts, const QSet<int>& apart)
{
    const OwnAttempts own = ownOf(attempts);
    // What was not to compile, as an installation, belongs to what it was made of.
    const auto isPartOf = [&apart](const AttemptSummary& attempt, const AttemptRecord& base) {
        return !isToCompile(attempt.record)
            || (!apart.contains(attempt.number) && goesOnWith(attempt.record, base));
    };
    QHash<int, WholeBuild> builds;
    FolderWork folders;
    QVector<TrendPoint> points;
    for (const AttemptSummary* attempt : own) {
        const AttemptRecord& record = attempt->record;
        const qint64 stepsBefore = folders.take(record);
        const AttemptSummary* base = own.value(baseOf(record).value_or(0));
        WholeBuild build
            = base && isPartOf(*attempt, base->record) ? builds.value(base->number) : WholeBuild();
        if (build.first == 0) {
            build.first = attempt->number;
            build.stepsBefore = stepsBefore;
        }
        add(build, record);
        builds.insert(attempt->number, build);
        const bool hasEnded = record.state == AttemptState::Succeeded || record.state == AttemptState::Failed;
        if (hasEnded && !installsOnly(record) && isSameProfile(record.request, profile))
            points.append(pointOf(*attempt, build));
    }
    return points;
}

}
