// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/MeasuredGraph.h"

#include "core/base/Core.h"
#include "core/progress/BuildFile.h"
#include "core/progress/NinjaLogReader.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

constexpr double leastShare = 0.9; // of the steps that build.ninja must have

// Nodes before those that wait for them. What is part of a circle, which ninja would refuse, is left out.
QVector<int> inOrder(const BuildGraph& graph)
{
    QVector<QVector<int>> followers(graph.nodes.size());
    QVector<int> open(graph.nodes.size(), 0);
    QVector<int> order;
    for (int node = 0; node < graph.nodes.size(); ++node) {
        for (const int before : graph.nodes[node].before)
            followers[before] << node;
        open[node] = int(graph.nodes[node].before.size());
        if (open[node] == 0)
            order << node;
    }
    for (qsizetype next = 0; next < order.size(); ++next) {
        for (const int follower : std::as_const(followers[order[next]])) {
            if (--open[follower] == 0)
                order << follower;
        }
    }
    return order;
}

// "CMakeFiles/install.util" stands in no list of a whole build.
bool isInstalling(const EdgeRecord& edge)
{
    return edge.output.endsWith(QLatin1String("install.util"));
}

}

Result<MeasuredGraph> measuredGraph(
    const EdgeTimeline& timeline, const QString& buildFolder, const QStringList& targets)
{
    const auto file = BuildFile::read(buildFolder);
    if (!file)
        return Error { Core::tr(
            "The build.ninja in %1 is gone, and only it tells which step waits for which. After the "
            "next build, look here before its folder is cleared.")
                           .arg(QDir::toNativeSeparators(buildFolder)) };
    MeasuredGraph measured;
    measured.graph = file->graphOf(targets);
    const qsizetype count = measured.graph.nodes.size();
    measured.work = { QVector<double>(count, 0.0), QVector<bool>(count, true), QVector<bool>(count, false) };
    for (int node = 0; node < count; ++node) {
        measured.nodes.insert(measured.graph.nodes[node].output, node);
        measured.work.isDone[node] = !measured.graph.nodes[node].language.isEmpty();
    }
    qsizetype found = 0;
    const qsizetype recorded = std::count_if(timeline.edges.begin(), timeline.edges.end(),
        [](const TimelineEdge& edge) { return !isInstalling(edge.record); });
    for (const TimelineEdge& edge : timeline.edges) {
        const auto node = measured.nodes.constFind(edge.record.output);
        if (node == measured.nodes.cend() || measured.graph.nodes[*node].language.isEmpty())
            continue;
        ++found;
        measured.work.isDone[*node] = false;
        measured.work.left[*node]
            = double(edge.record.end - edge.record.start); // of one that ran twice the last
    }
    if (double(found) < leastShare * double(recorded))
        return Error { Core::tr("The build.ninja in %1 is of another build: it has %2 of the %3 steps.")
                           .arg(QDir::toNativeSeparators(buildFolder))
                           .arg(found)
                           .arg(recorded) };
    // Version 1.12 of ninja writes version 6 of its log, see readStepsLeft().
    if (readNinjaLogVersion(buildFolder).value_or(6) < 6)
        measured.order = NinjaOrder::File;
    return measured;
}

QVector<int> longestChain(const MeasuredGraph& measured)
{
    const qsizetype count = measured.graph.nodes.size();
    QVector<double> until(count, 0.0); // milliseconds to the node's end, at the earliest
    QVector<int> after(count, -1);
    int last = -1;
    for (const int node : inOrder(measured.graph)) {
        if (measured.work.isDone[node])
            continue;
        for (const int before : measured.graph.nodes[node].before) {
            if (!measured.work.isDone[before] && until[before] > until[node]) {
                until[node] = until[before];
                after[node] = before;
            }
        }
        until[node] += measured.work.left[node];
        if (last < 0 || until[node] > until[last])
            last = node;
    }
    QVector<int> chain;
    for (int node = last; node >= 0; node = after[node]) {
        if (!measured.graph.nodes[node].language.isEmpty())
            chain.prepend(node);
    }
    return chain;
}

}
