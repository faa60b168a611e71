// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/Trend.h"

#include "core/history/FixOutcome.h"
#include "core/history/WouldHaveHelped.h"
#include "core/request/StageCatalogue.h"

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
};

// One that a dead runner left has no time, and then the sum is not known.
void addCompiling(WholeBuild& build, const StageResult& stage)
{
    if (stage.id != stageKindId(StageKind::Compile) || stage.state == StageState::Waiting
        || stage.state == StageState::Skipped)
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
    for (const StageResult& stage : record.stages) {
        build.cache.hits += stage.cache ? stage.cache->hits : 0;
        build.cache.misses += stage.cache ? stage.cache->misses : 0;
        addCompiling(build, stage);
    }
}

TrendPoint pointOf(const AttemptSummary& attempt, const WholeBuild& build)
{
    if (attempt.record.state == AttemptState::Failed)
        return { attempt.number, true };
    const bool hasCompiled = build.compileTime.value_or(Milliseconds(0)).count() > 0;
    return { attempt.number, false, build.time, build.peakMemory, hitShare(build.cache),
        hasCompiled ? build.compileTime : std::nullopt };
}

}

bool isSameProfile(const BuildRequest& one, const BuildRequest& other)
{
    return one.profileId.isEmpty() || other.profileId.isEmpty() ? one.profileName == other.profileName
                                                                : one.profileId == other.profileId;
}

QVector<TrendPoint> trendOf(const BuildRequest& profile, const QVector<AttemptSummary>& attempts)
{
    QMap<int, const AttemptSummary*> own; // ascending, so that a build comes after those it goes on with
    for (const AttemptSummary& attempt : attempts) {
        if (attempt.error.isEmpty() && !attempt.record.imported)
            own.insert(attempt.number, &attempt);
    }
    QHash<int, WholeBuild> builds;
    QVector<TrendPoint> points;
    for (const AttemptSummary* attempt : std::as_const(own)) {
        const AttemptRecord& record = attempt->record;
        WholeBuild build = builds.value(baseOf(record).value_or(0));
        add(build, record);
        builds.insert(attempt->number, build);
        const bool hasEnded = record.state == AttemptState::Succeeded || record.state == AttemptState::Failed;
        if (hasEnded && isSameProfile(record.request, profile))
            points.append(pointOf(*attempt, build));
    }
    return points;
}

}
