// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/ComparisonTable.h"
#include "app/cli/WrappedText.h"
#include "core/base/AppPaths.h"
#include "core/history/TimeReport.h"
#include "core/store/MembersJson.h"

namespace torchmason::cli {

namespace {

constexpr int textWidth = 96;
constexpr int mostTop = 10'000;

void printShares(
    const char* heading, const QVector<TimeShare>& shares, const TimeSpent& spent, Console& console)
{
    if (shares.isEmpty())
        return;
    QVector<QStringList> rows { { QStringLiteral("Time"), QStringLiteral("Share"), QStringLiteral("Steps"),
        QLatin1String(heading) } };
    for (const TimeShare& share : shares)
        rows.append({ formatDuration(share.time), sharePercent(share.time, spent.work),
            QString::number(share.steps), harmlessText(share.name) });
    console.print(QString());
    console.printTable(rows);
}

void printSummary(const TimeReport& report, const AttemptSummary& attempt, Console& console)
{
    const QStringList sentences = timeSentences(report, attempt.record);
    QString text = QStringLiteral("Attempt %1: %2\n").arg(attempt.number).arg(sentences.first());
    for (const QString& sentence : sentences.mid(1))
        text += QStringLiteral("  %1\n").arg(harmlessText(sentence));
    console.print(text);
}

void printSlowest(const TimeSpent& spent, Console& console)
{
    QVector<QStringList> rows { { QStringLiteral("Time"), QStringLiteral("Kind"), QStringLiteral("Memory"),
        QStringLiteral("Slowest step") } };
    for (const TimelineEdge& edge : spent.slowest) {
        const EdgeRecord& record = edge.record;
        rows.append({ formatDuration(Milliseconds(record.end - record.start)), kindWord(record),
            record.peakMemory ? formatBytes(*record.peakMemory) : QStringLiteral("-"),
            harmlessText(record.output) + (record.failed ? QStringLiteral("  (failed)") : QString()) });
    }
    console.print(QString());
    console.printTable(rows);
    if (const auto more = spent.steps - spent.slowest.size(); more > 0)
        console.print(QStringLiteral("(and %1 more; --top K shows more of them)").arg(more));
}

// The slow ones of a chain of many steps, in their order.
void printChain(const TimeReport& report, int top, Console& console)
{
    QVector<int> slow = report.chain;
    const auto& left = report.measured->work.left;
    std::sort(slow.begin(), slow.end(), [&left](int one, int other) { return left[one] > left[other]; });
    slow.resize(std::min<qsizetype>(slow.size(), top));
    console.print(QLatin1Char('\n') + chainSentence(report));
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

void printHelps(const TimeReport& report, Console& console)
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

Json helpRows(const TimeReport& report)
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

Json chainRows(const TimeReport& report)
{
    Json rows = Json::array();
    for (const int node : report.chain)
        rows.push_back({ { "output", toJson(report.measured->graph.nodes[node].output) },
            { "timeMs", qint64(report.measured->work.left[node]) } });
    return { { "timeMs", qint64(report.chainTime.count()) }, { "steps", rows } };
}

Json reportJson(const TimeReport& report, const AttemptSummary& attempt)
{
    const TimeSpent& spent = report.spent;
    Json document = { { "schema", 1 }, { "number", attempt.number }, { "steps", spent.steps },
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
    for (const StageResult& stage : attempt.record.stages) {
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
    const AttemptSummary attempt = readableAttempt(line.positional().value(0));
    TimeReport report = orFail(timeReport(attempt, top, AttemptStore(AppPaths::attemptsFolder())));
    for (QVector<TimeShare>* table : { &report.spent.targets, &report.spent.folders })
        *table = table->mid(0, top);
    if (line.has("json")) {
        console.printJson(reportJson(report, attempt));
        return ExitCode::Good;
    }
    if (report.spent.steps == 0) {
        // A log may name steps all the same.
        console.print(
            (isOfLog(attempt.record) ? QStringLiteral("The log of attempt %1 has no times of its steps.")
                                     : QStringLiteral("Attempt %1 finished no steps, so there are no times."))
                .arg(attempt.number));
        return ExitCode::Good;
    }
    printSummary(report, attempt, console);
    printShares("Kind", withKindWords(report.spent.kinds), report.spent, console);
    printShares("Target", report.spent.targets, report.spent, console);
    printShares("Folder of the sources", report.spent.folders, report.spent, console);
    printSlowest(report.spent, console);
    if (report.measured) {
        printChain(report, top, console);
        printHelps(report, console);
    } else {
        console.print(QLatin1Char('\n') + wrapped(chainSentence(report), textWidth));
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
