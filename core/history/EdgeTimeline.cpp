// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/EdgeTimeline.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/knowledge/KnownEdges.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "core/store/StageStanding.h"

#include <QDir>

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

namespace torchmason {

namespace {

constexpr qint64 longestLine = 64 * 1024;
template <typename T> using Lowest = std::priority_queue<T, std::vector<T>, std::greater<>>;
const QLatin1String targetSuffix(".dir/");

// From when on the lane of a step is another's. Ninja tells when a step ended, a little late: the step that
// took its place seems to have begun before.
qint64 laneFreeFrom(const EdgeRecord& edge)
{
    constexpr qint64 latest = 100; // milliseconds
    return edge.end - std::min(latest, (edge.end - edge.start) / 10);
}

// For steps in the order of their starts.
class StepLanes {
public:
    int take(const EdgeRecord& edge)
    {
        for (; !m_busy.empty() && m_busy.top().first <= edge.start; m_busy.pop())
            m_free.push(m_busy.top().second);
        if (m_free.empty() && m_count > 0 && !knowsStart(edge))
            return m_busy.top().second; // its end alone tells of no further job
        if (m_free.empty())
            m_free.push(m_count++);
        const int lane = m_free.top();
        m_free.pop();
        m_busy.emplace(laneFreeFrom(edge), lane);
        return lane;
    }
    int count() const { return m_count; }

private:
    Lowest<std::pair<qint64, int>> m_busy; // from when on a lane is free, and the lane
    Lowest<int> m_free;
    int m_count = 0;
};

// Of a clock that was set meanwhile fewer would be left than were counted: then all are.
void leaveOutLaterStages(QVector<EdgeRecord>& edges, const AttemptRecord& record)
{
    const StageResult* compile = stageNamed(record.stages, stageKindId(StageKind::Compile));
    if (!compile || !compile->startedAt || !compile->duration || !record.startedAt)
        return;
    const qint64 end = *compile->startedAt - *record.startedAt + compile->duration->count();
    const auto isLater = [end](const EdgeRecord& edge) { return edge.start >= end; };
    const qsizetype left = edges.size() - std::count_if(edges.begin(), edges.end(), isLater);
    if (left > 0 && left >= record.edgesDone.value_or(0))
        edges.removeIf(isLater);
}

}

bool knowsStart(const EdgeRecord& edge)
{
    return edge.start < edge.end;
}

EdgeKind edgeKind(const EdgeRecord& edge)
{
    if (edge.language == QLatin1String("CUDA"))
        return EdgeKind::Cuda;
    if (edge.language == QLatin1String("link"))
        return EdgeKind::Link;
    if (edge.language == QLatin1String("C++") || edge.language == QLatin1String("C"))
        return EdgeKind::Cxx;
    return isObject(edge.output) ? EdgeKind::Other : EdgeKind::Generated;
}

QString edgeKindId(EdgeKind kind)
{
    switch (kind) {
    case EdgeKind::Cxx:
        return QStringLiteral("cxx");
    case EdgeKind::Cuda:
        return QStringLiteral("cuda");
    case EdgeKind::Link:
        return QStringLiteral("link");
    case EdgeKind::Generated:
        return QStringLiteral("generated");
    case EdgeKind::Other:
        break;
    }
    return QStringLiteral("other");
}

QString kindWord(EdgeKind kind)
{
    switch (kind) {
    case EdgeKind::Cxx:
        return Core::tr("C and C++");
    case EdgeKind::Cuda:
        return Core::tr("CUDA");
    case EdgeKind::Link:
        return Core::tr("Link");
    case EdgeKind::Generated:
        return Core::tr("Generated");
    case EdgeKind::Other:
        break;
    }
    return Core::tr("Other");
}

QString kindWord(const EdgeRecord& edge)
{
    const EdgeKind kind = edgeKind(edge);
    return kind == EdgeKind::Cxx ? edge.language : kindWord(kind);
}

QString targetOf(const EdgeRecord& edge)
{
    const qsizetype end = edge.output.indexOf(targetSuffix);
    if (end > 0)
        return edge.output.left(end).section(u'/', -1);
    return edgeKind(edge) == EdgeKind::Link ? edge.output.section(u'/', -1) : QString();
}

EdgeTimeline timelineOf(QVector<EdgeRecord> edges)
{
    std::stable_sort(edges.begin(), edges.end(),
        [](const EdgeRecord& one, const EdgeRecord& other) { return one.start < other.start; });
    EdgeTimeline timeline;
    StepLanes lanes;
    for (EdgeRecord& edge : edges) {
        edge.end = std::max(edge.end, edge.start);
        const int lane = lanes.take(edge);
        timeline.begin = timeline.edges.isEmpty() ? edge.start : timeline.begin;
        timeline.end = std::max(timeline.end, edge.end);
        const EdgeKind kind = edgeKind(edge);
        timeline.edges.append({ std::move(edge), kind, lane });
    }
    timeline.lanes = lanes.count();
    return timeline;
}

Result<QVector<EdgeRecord>> readEdges(const QString& attemptFolder)
{
    RegularFile file(AttemptFiles::edges(attemptFolder));
    if (!file.exists())
        return QVector<EdgeRecord>();
    if (!file.openDocument()) // each is kept
        return cannotRead(QDir::toNativeSeparators(file.fileName()), file);
    QVector<EdgeRecord> edges;
    while (!file.atEnd()) {
        const Json document = jsonLine(file.readLine(longestLine));
        if (!document.is_object())
            continue;
        if (auto edge = edgeRecordFromJson(document))
            edges.append(std::move(edge).value());
    }
    return edges;
}

QVector<EdgeRecord> countedSteps(QVector<EdgeRecord> edges, const AttemptRecord& record)
{
    const auto told = record.edgesDone;
    leaveOutLaterStages(edges, record);
    const qsizetype before = told && *told > 0 ? edges.size() - qsizetype(*told) : 0;
    if (before <= 0)
        return edges;
    std::stable_sort(edges.begin(), edges.end(),
        [](const EdgeRecord& one, const EdgeRecord& other) { return one.end < other.end; });
    const auto first = edges.begin() + before;
    const bool isApart = std::all_of(
        first, edges.end(), [&](const EdgeRecord& edge) { return edge.start >= (first - 1)->end; });
    if (isApart) // ninja ends before it begins again
        edges.erase(edges.begin(), first);
    return edges;
}

QVector<EdgeRecord> finishedSteps(QVector<EdgeRecord> edges)
{
    edges.removeIf([](const EdgeRecord& edge) { return edge.failed; });
    return edges;
}

}
