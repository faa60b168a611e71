// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/BuildFile.h"
#include "core/progress/RemainingTime.h"
#include "tests/bench/eta/NinjaEstimate.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstdio>

// Plays real builds again, as their .ninja_log tells them, and prints how far the remaining time that was
// told at 20, 50 and 80 % of the edges was from the truth, beside what ninja would have told.
//   benchmark_eta                                                        the builds in tests/fixtures
//   benchmark_eta BUILD_FOLDER TARGET,...|- JOBS NINJA_LOG [EARLIER_LOG]  one of yours
using namespace torchmason;

namespace {

constexpr double shares[] = { 0.2, 0.5, 0.8 };

struct Case {
    const char* kind;
    QString folder; // with build.ninja
    QStringList targets;
    int jobs; // 0: not known
    QString log;
    QString earlier; // empty: never built before
};

struct Told {
    double truth = 0; // seconds
    std::optional<double> ours; // the middle of the range
    double low = 0;
    double high = 0;
    std::optional<double> ninja;
    QString reason;
};

QVector<EdgeRecord> edgesIn(const QString& log, const BuildGraph& graph)
{
    QSet<QString> outputs;
    for (const GraphNode& node : graph.nodes)
        outputs.insert(node.output);
    QHash<QString, EdgeRecord> found;
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    while (!file.atEnd()) {
        const auto entry = parseNinjaLogLine(file.readLine().trimmed());
        if (entry && outputs.contains(entry->output))
            found.insert(entry->output,
                { entry->output, languageOfOutput(entry->output), entry->start, entry->end, false, {} });
    }
    QVector<EdgeRecord> edges(found.cbegin(), found.cend());
    std::sort(edges.begin(), edges.end(), [](const EdgeRecord& a, const EdgeRecord& b) {
        return std::tie(a.end, a.output) < std::tie(b.end, b.output);
    });
    const qint64 begin = std::min_element(edges.begin(), edges.end(), [](const auto& a, const auto& b) {
        return a.start < b.start;
    })->start;
    for (EdgeRecord& edge : edges) {
        edge.start -= begin;
        edge.end -= begin;
    }
    return edges;
}

QVector<RunningEdge> runningAt(const QVector<EdgeRecord>& edges, qint64 now)
{
    QVector<RunningEdge> running;
    for (const EdgeRecord& edge : edges) {
        if (edge.start <= now && now < edge.end)
            running.append({ 0, edge.output, edge.language, Milliseconds(now - edge.start), {}, {} });
    }
    return running;
}

QVector<Told> play(const Case& wanted, const BuildFile& file)
{
    const BuildGraph graph = file.graphOf(wanted.targets);
    const QVector<EdgeRecord> edges = edgesIn(wanted.log, graph);
    EdgeTimes before;
    if (!wanted.earlier.isEmpty()) {
        for (const EdgeRecord& edge : edgesIn(wanted.earlier, graph))
            before.insert(edge.output, edge.end - edge.start);
    }
    const auto beforeOf = [&before](const QString& output) {
        const auto found = before.constFind(output);
        return found == before.cend() ? std::nullopt : std::optional(*found);
    };
    RemainingTime ours;
    ours.setHistory(before, QStringLiteral("the build before"));
    ours.setJobs(wanted.jobs);
    ours.setLook([&] {
        StepsLeft left;
        left.graph = graph;
        QSet<QString> outputs;
        for (const EdgeRecord& edge : edges)
            outputs.insert(edge.output);
        for (const GraphNode& node : graph.nodes)
            left.isThere << !outputs.contains(node.output);
        left.order = NinjaOrder::File;
        return left;
    });
    NinjaEstimate ninja;
    for (const EdgeRecord& edge : edges)
        ninja.addToPlan(beforeOf(edge.output));
    QVector<Told> told;
    for (qsizetype index = 0; index < edges.size(); ++index) {
        const EdgeRecord& edge = edges[index];
        const auto running = runningAt(edges, edge.end);
        ours.setProgress(index + 1, edges.size(), edge.end, running.size());
        ours.addEdge(edge);
        ninja.finish(edge.end - edge.start, beforeOf(edge.output), edge.end);
        if (std::size(shares) == size_t(told.size())
            || index + 1 < qsizetype(std::ceil(shares[told.size()] * double(edges.size()))))
            continue;
        ours.setRunning(running, edge.end);
        Told now;
        now.truth = double(edges.last().end - edge.end) / 1000;
        if (const auto range = ours.range(edge.end)) {
            now.low = double(range->low.count()) / 1000;
            now.high = double(range->high.count()) / 1000;
            now.ours = (now.low + now.high) / 2;
            now.reason = ours.reason();
        }
        if (const auto left = ninja.left())
            now.ninja = *left / 1000;
        told << now;
    }
    return told;
}

double median(QVector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[values.size() / 2];
}

QVector<Case> shipped()
{
    const QString root = QStringLiteral(TORCHMASON_FIXTURES "/progress/builds/");
    const auto c10 = [&](const char* kind, int jobs, const char* log, const char* earlier) {
        return Case { kind, root + "c10", { "c10" }, jobs, root + "c10/" + log,
            *earlier ? root + "c10/" + earlier : QString() };
    };
    const auto own = [&](const char* kind, const char* log, const char* earlier) {
        return Case { kind, root + "torchmason", {}, 3, root + "torchmason/" + log,
            *earlier ? root + "torchmason/" + earlier : QString() };
    };
    return { c10("first build", 2, "jobs2.log", ""), c10("first build", 3, "jobs3.log", ""),
        c10("first build", 2, "jobs2-busy-machine.log", ""), own("first build", "jobs3.log", ""),
        own("partly seen before", "jobs3.log", "jobs3-older-source.log"),
        c10("seen before", 2, "jobs2-again.log", "jobs2.log"),
        c10("seen before", 2, "jobs2.log", "jobs2-again.log"),
        c10("seen before", 2, "jobs2-by-torchmason.log", "jobs2.log"),
        c10("seen before", 2, "jobs2-again.log", "jobs2-by-torchmason.log"),
        c10("seen, busy machine", 2, "jobs2-busy-machine.log", "jobs2.log"),
        c10("seen, was busy", 2, "jobs2.log", "jobs2-busy-machine.log"),
        c10("seen, other jobs", 3, "jobs3.log", "jobs2.log"),
        c10("seen, other jobs", 2, "jobs2.log", "jobs3.log") };
}

struct Sums {
    QVector<double> ours;
    QVector<double> ninja;
    int inRange = 0;
    int all = 0;
};

void print(const Case& one, const QVector<Told>& told, QMap<QString, Sums>& sums)
{
    for (qsizetype index = 0; index < told.size(); ++index) {
        const Told& now = told[index];
        const double ours = now.ours ? 100 * (*now.ours - now.truth) / now.truth : NAN;
        const double ninja = now.ninja ? 100 * (*now.ninja - now.truth) / now.truth : NAN;
        std::printf("%-19s %-34s %3.0f %% %8.1f s  %7.1f - %7.1f s %+6.1f %%  %+6.1f %%  %s\n", one.kind,
            qPrintable(one.log.section(QLatin1Char('/'), -2)), 100 * shares[index], now.truth, now.low,
            now.high, ours, ninja, qPrintable(now.reason));
        Sums& sum = sums[QStringLiteral("%1 at %2 %").arg(QLatin1String(one.kind)).arg(100 * shares[index])];
        ++sum.all;
        if (now.ours) {
            sum.ours << std::abs(ours);
            sum.inRange += now.low <= now.truth && now.truth <= now.high ? 1 : 0;
        }
        if (now.ninja)
            sum.ninja << std::abs(ninja);
    }
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments().mid(1);
    QVector<Case> cases = shipped();
    if (words.size() >= 4)
        cases = { { "yours", words[0], words[1] == "-" ? QStringList() : words[1].split(QLatin1Char(',')),
            words[2].toInt(), words[3], words.value(4) } };
    std::printf("%-19s %-34s %5s %10s  %19s %8s  %8s  reason\n", "kind", "build", "edges", "truth", "told",
        "error", "ninja's");
    QMap<QString, Sums> sums;
    for (const Case& one : std::as_const(cases)) {
        QElapsedTimer clock;
        clock.start();
        const auto file = BuildFile::read(one.folder);
        if (!file) {
            std::fprintf(stderr, "There is no build.ninja in %s.\n", qPrintable(one.folder));
            return 1;
        }
        if (words.size() >= 4)
            std::printf("build.ninja was read in %lld ms\n", static_cast<long long>(clock.elapsed()));
        print(one, play(one, *file), sums);
    }
    std::printf("\n%-30s %14s %14s  %s\n", "median error", "Torchmason", "ninja", "truth within the range");
    for (auto sum = sums.cbegin(); sum != sums.cend(); ++sum)
        std::printf("%-30s %12.1f %% %12.1f %%  %d of %d\n", qPrintable(sum.key()), median(sum->ours),
            median(sum->ninja), sum->inRange, sum->all);
    return 0;
}
