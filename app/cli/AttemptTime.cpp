// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/ComparisonTable.h"
#include "app/cli/WrappedText.h"
#include "core/base/AppPaths.h"
#include "core/detect/HostFacts.h"
#include "core/history/WouldHaveHelped.h"
#include "core/store/MembersJson.h"

namespace torchmason::cli {

namespace {

constexpr int textWidth = 96;
constexpr int mostTop = 10'000;

struct Report {
    AttemptSummary attempt;
    TimeSpent spent;
    std::optional<MeasuredGraph> measured;
    QString notMeasured; // why there is no `measured`
    QVector<int> chain;
    Milliseconds chainTime { 0 };
    MachineUse use;
    QVector<WouldHaveHelped> helps;
};

Report reportOf(const AttemptSummary& attempt, int top)
{
    Report report;
    report.attempt = attempt;
    const BuildRequest& request = attempt.record.request;
    const EdgeTimeline timeline = timelineOf(orFail(readEdges(attempt.folder)));
    report.spent = timeSpent(timeline, top);
    if (timeline.edges.isEmpty())
        return report;
    report.use = orFail(machineUse(attempt.folder, timeline));
    if (attempt.record.imported) {
        report.notMeasured = QStringLiteral(
            "The attempt was imported, so there is no build.ninja that says what waits for what.");
        return report;
    }
    auto measured = measuredGraph(timeline, request.buildFolder, request.targets);
    if (!measured) {
        report.notMeasured = measured.error().message;
        return report;
    }
    report.measured = std::move(measured).value();
    report.chain = longestChain(*report.measured);
    for (const int node : std::as_const(report.chain))
        report.chainTime += Milliseconds(qint64(report.measured->work.left[node]));
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    const int jobs = report.use.jobs > 0 ? report.use.jobs : request.jobs.value_or(timeline.lanes);
    report.helps = wouldHaveHelped(*report.measured, report.spent, report.use, jobs,
        facts ? facts->physicalCores.value_or(0) : 0,
        cachedBuildInSameFolder(AttemptStore(AppPaths::attemptsFolder()), attempt));
    return report;
}

QString percent(Milliseconds part, Milliseconds whole)
{
    return whole.count() > 0
        ? QStringLiteral("%1 %").arg(100.0 * double(part.count()) / double(whole.count()), 0, 'f', 1)
        : QStringLiteral("-");
}

void printShares(
    const char* heading, const QVector<TimeShare>& shares, const TimeSpent& spent, Console& console)
{
    if (shares.isEmpty())
        return;
    QVector<QStringList> rows { { QStringLiteral("Time"), QStringLiteral("Part"), QStringLiteral("Steps"),
        QLatin1String(heading) } };
    for (const TimeShare& share : shares)
        rows.append({ formatDuration(share.time), percent(share.time, spent.work),
            QString::number(share.steps), harmlessText(share.name) });
    console.print(QString());
    console.printTable(rows);
}

void printSummary(const Report& report, Console& console)
{
    const TimeSpent& spent = report.spent;
    QString text
        = QStringLiteral("Attempt %1: %2 steps took %3; one after the other they would have taken %4.\n")
              .arg(report.attempt.number)
              .arg(spent.steps)
              .arg(formatDuration(spent.span), formatDuration(spent.work));
    text += QStringLiteral(
        "  On average %1 steps ran at the same time, at most %2. For %3 (%4) it was less than "
        "half of these.\n")
                .arg(spent.meanAtOnce, 0, 'f', 1)
                .arg(spent.mostAtOnce)
                .arg(formatDuration(spent.halfIdle), percent(spent.halfIdle, spent.span));
    if (report.use.coresBusy > 0)
        text += QStringLiteral("  Meanwhile %1 of %2 cores were busy on average.\n")
                    .arg(report.use.coresBusy, 0, 'f', 1)
                    .arg(report.use.cores);
    if (spent.failed > 0)
        text += spent.failed == 1 ? QStringLiteral("  1 step failed.\n")
                                  : QStringLiteral("  %1 steps failed.\n").arg(spent.failed);
    if (spent.heldBack)
        text += QStringLiteral(
            "  The memory gate held back %1 steps, together for %2, and started %3 again.\n")
                    .arg(spent.heldBackSteps)
                    .arg(formatDuration(*spent.heldBack))
                    .arg(spent.restarted);
    for (const StageResult& stage : report.attempt.record.stages) {
        if (stage.cache)
            text += QStringLiteral("  %1: %2\n").arg(stage.id, harmlessText(cacheUseText(*stage.cache)));
    }
    console.print(text);
}

void printSlowest(const TimeSpent& spent, Console& console)
{
    QVector<QStringList> rows { { QStringLiteral("Time"), QStringLiteral("Kind"), QStringLiteral("Memory"),
        QStringLiteral("Slowest step") } };
    for (const TimelineEdge& edge : spent.slowest) {
        const EdgeRecord& record = edge.record;
        rows.append({ formatDuration(Milliseconds(record.end - record.start)), edgeKindId(edge.kind),
            record.peakMemory ? formatBytes(*record.peakMemory) : QStringLiteral("-"),
            harmlessText(record.output) + (record.failed ? QStringLiteral("  (failed)") : QString()) });
    }
    console.print(QString());
    console.printTable(rows);
}

// The slow ones of a chain of many steps, in their order.
void printChain(const Report& report, int top, Console& console)
{
    QVector<int> slow = report.chain;
    const auto& left = report.measured->work.left;
    std::sort(slow.begin(), slow.end(), [&left](int one, int other) { return left[one] > left[other]; });
    slow.resize(std::min<qsizetype>(slow.size(), top));
    console.print(report.chain.size() == 1
            ? QStringLiteral(
                "\nNo step waited long for another one. With any number of jobs they take at least as "
                "long as this one, %1:")
                  .arg(formatDuration(report.chainTime))
            : QStringLiteral(
                "\nThe longest chain is %1 steps that wait for each other. With any number of jobs "
                "they take at least as long as these, %2:")
                  .arg(report.chain.size())
                  .arg(formatDuration(report.chainTime)));
    QVector<QStringList> rows;
    for (const int node : report.chain) {
        if (slow.contains(node))
            rows.append({ formatDuration(Milliseconds(qint64(left[node]))),
                harmlessText(report.measured->graph.nodes[node].output) });
    }
    console.printTable(rows);
    if (slow.size() < report.chain.size())
        console.print(QStringLiteral("(the %1 slowest of them)").arg(slow.size()));
}

QString helpText(const WouldHaveHelped& help)
{
    return help.help == Help::MoreJobs     ? QStringLiteral("%1 jobs").arg(help.jobs)
        : help.help == Help::CompilerCache ? QStringLiteral("a filled compiler cache")
                                           : QStringLiteral("no waiting for memory");
}

void printHelps(const Report& report, Console& console)
{
    if (report.helps.isEmpty()) {
        console.print(
            QStringLiteral("\nNothing that was measured would have made the steps clearly quicker."));
        return;
    }
    console.print(QStringLiteral("\nWhat would have helped (estimates; the steps took %1):")
                      .arg(formatDuration(report.spent.span)));
    for (const WouldHaveHelped& help : report.helps)
        console.print(wrapped(
            QStringLiteral("  With %1: %2 to %3. %4")
                .arg(helpText(help), formatDuration(help.low), formatDuration(help.high), help.reason),
            textWidth));
}

Json shareRows(const QVector<TimeShare>& shares)
{
    Json rows = Json::array();
    for (const TimeShare& share : shares)
        rows.push_back({ { "name", toJson(share.name) }, { "steps", share.steps },
            { "timeMs", qint64(share.time.count()) } });
    return rows;
}

Json helpRows(const Report& report)
{
    Json rows = Json::array();
    for (const WouldHaveHelped& help : report.helps) {
        Json row = { { "help", toJson(helpId(help.help)) }, { "lowMs", qint64(help.low.count()) },
            { "highMs", qint64(help.high.count()) }, { "reason", toJson(help.reason) } };
        if (help.jobs > 0)
            row["jobs"] = help.jobs;
        rows.push_back(row);
    }
    return rows;
}

Json chainRows(const Report& report)
{
    Json rows = Json::array();
    for (const int node : report.chain)
        rows.push_back({ { "output", toJson(report.measured->graph.nodes[node].output) },
            { "timeMs", qint64(report.measured->work.left[node]) } });
    return { { "timeMs", qint64(report.chainTime.count()) }, { "steps", rows } };
}

Json reportJson(const Report& report)
{
    const TimeSpent& spent = report.spent;
    Json document = { { "schema", 1 }, { "number", report.attempt.number }, { "steps", spent.steps },
        { "failed", spent.failed }, { "spanMs", qint64(spent.span.count()) },
        { "workMs", qint64(spent.work.count()) }, { "meanAtOnce", spent.meanAtOnce },
        { "mostAtOnce", spent.mostAtOnce }, { "halfIdleMs", qint64(spent.halfIdle.count()) } };
    putOptional(document, "heldBackMs", spent.heldBack);
    if (report.use.coresBusy > 0) {
        document["cores"] = report.use.cores;
        document["coresBusy"] = report.use.coresBusy;
    }
    document["heldBackSteps"] = spent.heldBackSteps;
    document["restarted"] = spent.restarted;
    document["caches"] = Json::array();
    for (const StageResult& stage : report.attempt.record.stages) {
        if (stage.cache)
            document["caches"].push_back({ { "stage", toJson(stage.id) }, { "use", toJson(*stage.cache) } });
    }
    document["slowest"] = Json::array();
    for (const TimelineEdge& edge : spent.slowest) {
        Json row = toJson(edge.record);
        row.erase("v");
        row["kind"] = toJson(edgeKindId(edge.kind));
        document["slowest"].push_back(row);
    }
    document["kinds"] = shareRows(spent.kinds);
    document["targets"] = shareRows(spent.targets);
    document["folders"] = shareRows(spent.folders);
    if (report.measured) {
        document["chain"] = chainRows(report);
        document["wouldHaveHelped"] = helpRows(report);
    } else {
        putText(document, "noChain", report.notMeasured);
    }
    return document;
}

int time(const CommandLine& line, Console& console)
{
    bool isNumber = true;
    const int top = line.has("top") ? line.value("top").toInt(&isNumber) : 10;
    if (!isNumber || top < 1 || top > mostTop)
        wrongUse(QStringLiteral("--top takes a number from 1 to %1.").arg(mostTop));
    const Report report = reportOf(readableAttempt(line.positional().value(0)), top);
    if (line.has("json")) {
        console.printJson(reportJson(report));
        return ExitCode::Good;
    }
    if (report.spent.steps == 0) {
        console.print(QStringLiteral("Attempt %1 finished no steps, so there are no times.")
                          .arg(report.attempt.number));
        return ExitCode::Good;
    }
    printSummary(report, console);
    printShares("Kind", report.spent.kinds, report.spent, console);
    printShares("Target", report.spent.targets, report.spent, console);
    printShares("Folder of the sources", report.spent.folders, report.spent, console);
    printSlowest(report.spent, console);
    if (report.measured) {
        printChain(report, top, console);
        printHelps(report, console);
    } else {
        console.print(QLatin1Char('\n')
            + wrapped(QStringLiteral("The longest chain and what would have helped cannot be told. %1")
                          .arg(report.notMeasured),
                textWidth));
    }
    return ExitCode::Good;
}

}

Subcommand attemptsTimeCommand()
{
    return { "attempts time", "N [--top K] [--json]",
        "Shows where the time of an attempt's steps went. The slowest ones, sums by kind, target and "
        "folder, the longest chain, and what would have helped.",
        0, 1, { { "top", "K", "rows of each table; default: 10" }, forPrograms }, time };
}

}
