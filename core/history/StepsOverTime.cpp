// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/StepsOverTime.h"

#include "core/estimate/EarlierBuild.h"
#include "core/history/EdgeTimeline.h"
#include "core/store/AttemptFiles.h"

#include <algorithm>

namespace torchmason {

qint64 StepsOverTime::doneAt(qint64 elapsed) const
{
    const auto after = std::upper_bound(points.begin(), points.end(), elapsed,
        [](qint64 wanted, const Point& point) { return wanted < point.elapsed; });
    return after == points.begin() ? 0 : (after - 1)->done;
}

StepsOverTime StepsOverTime::onTopOf(qint64 before) const
{
    StepsOverTime all = *this;
    if (before <= 0 || points.isEmpty())
        return all;
    for (Point& point : all.points)
        point.done += before;
    all.points.prepend({ 0, before });
    return all;
}

qint64 StepsOverTime::elapsedAt(qint64 done) const
{
    const auto reached = std::lower_bound(points.begin(), points.end(), done,
        [](const Point& point, qint64 wanted) { return point.done < wanted; });
    return reached == points.end() ? (points.isEmpty() ? 0 : points.last().elapsed) : reached->elapsed;
}

StepsOverTime stepsOverTime(int number, const QVector<EdgeRecord>& recorded, int most)
{
    const QVector<EdgeRecord> edges = finishedSteps(recorded);
    StepsOverTime steps;
    steps.number = number;
    if (edges.isEmpty())
        return steps;
    QVector<qint64> ends;
    steps.begin = edges.first().start;
    for (const EdgeRecord& edge : edges) {
        steps.begin = std::min(steps.begin, edge.start);
        ends.append(edge.end);
    }
    std::sort(ends.begin(), ends.end());
    const qsizetype every = std::max<qsizetype>(1, ends.size() / std::max(1, most));
    for (qsizetype i = 0; i < ends.size(); ++i) {
        if (i % every == 0 || i + 1 == ends.size())
            steps.points.append({ ends[i] - steps.begin, qint64(i + 1) });
    }
    return steps;
}

std::optional<StepsOverTime> earlierSteps(
    int number, const BuildRequest& request, const QString& attemptsFolder)
{
    constexpr int points = 400;
    const AttemptStore store(attemptsFolder);
    for (const EarlierBuild& build : earlierBuilds(store, request)) {
        if (build.number >= number || build.isChain || !differingOptions(build.request, request).isEmpty())
            continue;
        const QString folder = store.attemptFolder(build.number);
        const auto edges = readEdges(folder);
        const auto record = AttemptFiles::readRecord(folder, AttemptFiles::RecordPart::WithoutPlan);
        const StepsOverTime steps = edges && record
            ? stepsOverTime(build.number, countedSteps(*edges, *record), points)
            : StepsOverTime();
        if (!steps.points.isEmpty())
            return steps;
    }
    return std::nullopt;
}

}
