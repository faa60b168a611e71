// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/TimeSpent.h"

#include <QDir>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

qint64 lengthOf(const TimelineEdge& edge)
{
    return edge.record.end - edge.record.start;
}

class Shares {
public:
    void add(const QString& name, const TimelineEdge& edge)
    {
        if (name.isEmpty())
            return;
        TimeShare& share = m_shares[name];
        share.name = name;
        ++share.steps;
        share.time += Milliseconds(lengthOf(edge));
    }
    QVector<TimeShare> sorted() const
    {
        QVector<TimeShare> sorted(m_shares.begin(), m_shares.end());
        std::sort(sorted.begin(), sorted.end(), [](const TimeShare& one, const TimeShare& other) {
            return one.time != other.time ? one.time > other.time : one.name < other.name;
        });
        return sorted;
    }

private:
    QHash<QString, TimeShare> m_shares;
};

// "brick_core" of "libbrick_core.a", as its objects are told; a program's name is its target's.
QString targetOfFile(const QString& file, const QSet<QString>& targets)
{
    static const QRegularExpression ending(QStringLiteral(R"(\.(a|so(\.[0-9.]+)?|dylib|lib|dll|exe)$)"),
        QRegularExpression::CaseInsensitiveOption);
    QString name = file;
    name.remove(ending);
    const bool isLibrary = name != file && name.startsWith(QLatin1String("lib"));
    return isLibrary && !targets.contains(name) ? name.mid(3) : name;
}

Shares sharesOfTargets(const EdgeTimeline& timeline)
{
    QSet<QString> ofObjects;
    for (const TimelineEdge& edge : timeline.edges) {
        if (edge.kind != EdgeKind::Link)
            ofObjects.insert(targetOf(edge.record));
    }
    Shares shares;
    for (const TimelineEdge& edge : timeline.edges) {
        const QString target = targetOf(edge.record);
        shares.add(edge.kind == EdgeKind::Link ? targetOfFile(target, ofObjects) : target, edge);
    }
    return shares;
}

// Goes through the moments at which a step starts or ends.
void addParallelism(TimeSpent& spent, const EdgeTimeline& timeline)
{
    QVector<std::pair<qint64, int>> moments; // ends come before starts of the same moment
    for (const TimelineEdge& edge : timeline.edges)
        moments << std::pair(edge.record.start, 1) << std::pair(edge.record.end, -1);
    std::sort(moments.begin(), moments.end());
    int running = 0;
    qint64 last = timeline.begin;
    for (const auto& [time, change] : std::as_const(moments)) {
        const Milliseconds passed(time - last);
        if (running > 0)
            spent.busy += passed;
        if (running * 2 < spent.expectedAtOnce)
            spent.halfIdle += passed;
        running += change;
        last = time;
    }
    if (spent.span.count() > 0)
        spent.meanAtOnce = double(spent.work.count()) / double(spent.span.count());
}

void addGate(TimeSpent& spent, const EdgeRecord& edge)
{
    spent.restarted += edge.restarts > 0 ? 1 : 0;
    if (!edge.heldBack)
        return;
    spent.heldBack = spent.heldBack.value_or(Milliseconds(0)) + *edge.heldBack;
    spent.heldBackSteps += edge.heldBack->count() > 0 ? 1 : 0;
}

}

QString sourceFolderOfOutput(const QString& output)
{
    const QLatin1String files("CMakeFiles/");
    const qsizetype begin = output.startsWith(files) ? 0 : output.indexOf(QLatin1String("/CMakeFiles/")) + 1;
    const qsizetype end = output.indexOf(QLatin1String(".dir/"));
    if (end < 0 || (begin == 0 && !output.startsWith(files)))
        return {};
    QStringList parts = output.mid(end + 5).split(QLatin1Char('/'));
    parts.removeLast();
    for (QString& part : parts) {
        if (part == QLatin1String("__"))
            part = QStringLiteral("..");
    }
    return QDir::cleanPath(output.left(begin) + QStringLiteral("./") + parts.join(QLatin1Char('/')));
}

QVector<TimeShare> withKindWords(QVector<TimeShare> kinds)
{
    for (TimeShare& share : kinds) {
        for (const EdgeKind kind :
            { EdgeKind::Cxx, EdgeKind::Cuda, EdgeKind::Link, EdgeKind::Generated, EdgeKind::Other }) {
            if (share.name == edgeKindId(kind)) {
                share.name = kindWord(kind);
                break;
            }
        }
    }
    return kinds;
}

TimeSpent timeSpent(const EdgeTimeline& timeline, int most, std::optional<int> jobs)
{
    TimeSpent spent;
    Shares kinds;
    Shares folders;
    QVector<EdgeRecord> atGate;
    for (const TimelineEdge& edge : timeline.edges) {
        ++spent.steps;
        spent.failed += edge.record.failed ? 1 : 0;
        spent.work += Milliseconds(lengthOf(edge));
        addGate(spent, edge.record);
        if (edge.record.heldBack)
            atGate << edge.record;
        kinds.add(edgeKindId(edge.kind), edge);
        folders.add(sourceFolderOfOutput(edge.record.output), edge);
    }
    spent.span = Milliseconds(timeline.end - timeline.begin);
    spent.mostAtOnce = timeline.lanes;
    spent.atGateAtOnce = timelineOf(std::move(atGate)).lanes;
    spent.expectedAtOnce = std::min(timeline.lanes, jobs.value_or(timeline.lanes));
    addParallelism(spent, timeline);
    spent.slowest = timeline.edges;
    const qsizetype shown = std::clamp<qsizetype>(most, 0, spent.slowest.size());
    std::partial_sort(spent.slowest.begin(), spent.slowest.begin() + shown, spent.slowest.end(),
        [](const TimelineEdge& one, const TimelineEdge& other) { return lengthOf(one) > lengthOf(other); });
    spent.slowest.resize(shown);
    spent.kinds = kinds.sorted();
    spent.targets = sharesOfTargets(timeline).sorted();
    spent.folders = folders.sorted();
    return spent;
}

}
