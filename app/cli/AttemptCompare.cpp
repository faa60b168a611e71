// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/ComparisonTable.h"
#include "core/base/AppPaths.h"
#include "core/base/ControlCharacters.h"
#include "core/history/AttemptComparison.h"
#include "core/history/LogDivergence.h"
#include "core/history/StepComparison.h"
#include "core/store/AttemptFiles.h"

#include <algorithm>
#include <limits>

namespace torchmason::cli {

namespace {

constexpr qsizetype mostSteps = 10;
constexpr int narrowest = 100; // below, logs stand one after the other

struct Comparison {
    QVector<ComparedAttempt> attempts;
    QVector<ComparedRow> rows;
    StepComparison steps;
    // Of the first attempt and each other one, unless one of them cannot be read.
    QVector<std::optional<QVector<StageDivergence>>> logs;
    QStringList problems; // what could not be read, and is left out
};

QVector<ComparedAttempt> attemptsOf(const QStringList& words)
{
    QVector<ComparedAttempt> attempts;
    for (const QString& word : words) {
        const AttemptSummary summary = readableAttempt(word);
        if (std::any_of(attempts.begin(), attempts.end(),
                [&summary](const ComparedAttempt& one) { return one.number == summary.number; }))
            wrongUse(QStringLiteral("Attempt %1 is named twice.").arg(summary.number));
        attempts.append(
            { summary.number, summary.folder, summary.record, AttemptFiles::readFindings(summary.folder) });
    }
    if (attempts.size() < 2)
        wrongUse(QStringLiteral("The numbers of two attempts are needed."));
    return attempts;
}

Comparison compared(const QStringList& words)
{
    Comparison comparison;
    comparison.attempts = attemptsOf(words);
    const auto orNothing = [&comparison](auto read) {
        if (!read)
            comparison.problems << read.error().message;
        return read ? std::optional(*read) : std::nullopt;
    };
    QVector<QVector<EdgeRecord>> edges;
    bool allAreRead = true;
    for (ComparedAttempt& attempt : comparison.attempts) {
        attempt.before = stepsBefore(attempt.record, AttemptStore(AppPaths::attemptsFolder()));
        if (const auto curves = orNothing(resourceCurves({ attempt.folder }, 1)))
            attempt.use = curves->uses.first();
        const auto read = orNothing(readEdges(attempt.folder));
        allAreRead = allAreRead && read;
        attempt.steps = countedSteps(read.value_or(QVector<EdgeRecord>()), attempt.record);
        edges.append(attempt.steps);
    }
    comparison.rows = compareAttempts(comparison.attempts);
    comparison.steps = compareSteps(edges);
    if (!allAreRead)
        comparison.steps.alone.clear();
    const ComparedAttempt& first = comparison.attempts.first();
    for (const ComparedAttempt& other : comparison.attempts.mid(1))
        comparison.logs.append(
            orNothing(divergentStages(first.record, first.folder, other.record, other.folder)));
    return comparison;
}

QString timeText(const std::optional<Milliseconds>& time)
{
    return time ? formatDuration(*time) : QString();
}

void addRows(const QVector<ComparedRow>& rows, ComparisonTable& table)
{
    QString group;
    for (const ComparedRow& row : rows) {
        if (group != row.group)
            table.addHeading(comparedGroupTitle(row.group));
        group = row.group;
        QStringList values;
        for (qsizetype i = 0; i < row.values.size(); ++i)
            values << (row.notes[i].isEmpty()
                    ? row.values[i]
                    : QStringLiteral("%1 (%2)").arg(row.values[i], comparedNoteText(row.notes[i])));
        table.addRow(row.label, values);
    }
}

void addSteps(const QString& heading, const QVector<ComparedStep>& steps, ComparisonTable& table)
{
    if (steps.isEmpty())
        return;
    table.addHeading(heading);
    const QVector<ComparedStep> shown = steps.mid(0, mostSteps);
    const QStringList names = shortOutputs(shown);
    for (qsizetype i = 0; i < shown.size(); ++i) {
        QStringList times;
        for (const auto& time : shown[i].times)
            times << timeText(time);
        table.addRow(names[i], times);
    }
    if (steps.size() > mostSteps)
        table.addNote(QStringLiteral("and %1 more").arg(steps.size() - mostSteps));
}

void addKinds(const QVector<ComparedKind>& kinds, ComparisonTable& table)
{
    table.addHeading(QStringLiteral("All steps by kind, with the times of parallel steps added up"));
    for (const ComparedKind& kind : kinds) {
        QStringList values;
        for (qsizetype i = 0; i < kind.counts.size(); ++i)
            values << kindText(kind, i);
        table.addRow(kindWord(kind.kind), values);
    }
}

void printLogs(const Comparison& comparison, Console& console)
{
    const int first = comparison.attempts.first().number;
    for (qsizetype i = 0; i < comparison.logs.size(); ++i) {
        const int other = comparison.attempts[i + 1].number;
        if (!comparison.logs[i])
            continue;
        if (comparison.logs[i]->isEmpty())
            console.print(QStringLiteral("\nThe logs of attempts %1 and %2 say the same, as far as both have "
                                         "them.")
                              .arg(first)
                              .arg(other));
        for (const StageDivergence& found : *comparison.logs[i]) {
            console.print(
                QStringLiteral("\nWhere the logs of attempts %1 and %2 differ in the stage %3%4:")
                    .arg(first)
                    .arg(other)
                    .arg(harmlessText(found.stage))
                    .arg(found.place.isOfFailedStep ? QStringLiteral(", at a step that failed") : QString()));
            const bool isWide = console.isTerminal() && console.width() >= narrowest;
            console.print(placesText(first, other, found.place, isWide ? console.width() : 0));
        }
    }
}

Json placeToJson(const LogExcerpt& place)
{
    return { { "line", place.line > 0 ? Json(place.line) : Json() },
        { "at", place.at > 0 ? Json(place.at) : Json() }, { "first", place.first },
        { "lines", toJson(place.shown) } };
}

Json rowToJson(const ComparedRow& row)
{
    Json json = { { "group", toJson(row.group) }, { "name", toJson(row.name) },
        { "values", toJson(row.plain) }, { "notes", toJson(row.notes) } };
    if (row.plain.size() == 2) { // as it was when only two could be compared
        json["left"] = toJson(row.plain[0]);
        json["right"] = toJson(row.plain[1]);
    }
    if (!row.detail.isEmpty())
        json["detail"] = toJson(row.detail);
    return json;
}

Json stepsToJson(const QVector<ComparedStep>& steps, qsizetype most)
{
    Json list = Json::array();
    for (const ComparedStep& step : steps.mid(0, most)) {
        Json times = Json::array();
        for (const auto& time : step.times)
            times.push_back(time ? Json(time->count()) : Json());
        list.push_back({ { "output", toJson(step.output) }, { "kind", toJson(edgeKindId(step.kind)) },
            { "timesMs", times }, { "differenceMs", step.difference.count() } });
    }
    return list;
}

Json kindsToJson(const QVector<ComparedKind>& kinds)
{
    Json list = Json::array();
    for (const ComparedKind& kind : kinds) {
        Json counts = Json::array();
        Json times = Json::array();
        Json failed = Json::array();
        for (qsizetype i = 0; i < kind.counts.size(); ++i) {
            counts.push_back(kind.counts[i]);
            times.push_back(kind.times[i].count());
            failed.push_back(kind.failed[i]);
        }
        list.push_back({ { "kind", toJson(edgeKindId(kind.kind)) }, { "counts", counts },
            { "timesMs", times }, { "failed", failed } });
    }
    return list;
}

Json logsToJson(const Comparison& comparison)
{
    Json list = Json::array();
    for (qsizetype i = 0; i < comparison.logs.size(); ++i) {
        for (const StageDivergence& found : comparison.logs[i].value_or(QVector<StageDivergence>()))
            list.push_back(
                { { "attempts", { comparison.attempts.first().number, comparison.attempts[i + 1].number } },
                    { "stage", toJson(found.stage) }, { "left", placeToJson(found.place.left) },
                    { "right", placeToJson(found.place.right) } });
    }
    return list;
}

void printJson(const Comparison& comparison, bool all, Console& console)
{
    Json numbers = Json::array();
    for (const ComparedAttempt& attempt : comparison.attempts)
        numbers.push_back(attempt.number);
    Json document = { { "schema", 1 }, { "attempts", numbers } };
    if (comparison.attempts.size() == 2) {
        document["left"] = numbers[0];
        document["right"] = numbers[1];
    }
    Json differences = Json::array();
    Json same = Json::array();
    for (const ComparedRow& row : comparison.rows)
        (row.differs ? differences : same).push_back(rowToJson(row));
    document["differences"] = differences;
    if (all)
        document["same"] = same;
    const qsizetype most = all ? std::numeric_limits<qsizetype>::max() : mostSteps;
    document["steps"] = stepsToJson(comparison.steps.steps, most);
    document["stepsOfOne"] = stepsToJson(comparison.steps.alone, most);
    document["kinds"] = kindsToJson(comparison.steps.kinds);
    document["logs"] = logsToJson(comparison);
    if (!comparison.problems.isEmpty())
        document["problems"] = toJson(comparison.problems);
    console.printJson(document);
}

ComparisonTable tableOf(const Comparison& comparison)
{
    ComparisonTable table;
    QStringList headings;
    for (const ComparedAttempt& attempt : comparison.attempts)
        headings << QStringLiteral("Attempt %1").arg(attempt.number);
    table.addRow({}, headings);
    return table;
}

int compare(const CommandLine& line, Console& console)
{
    const Comparison comparison = compared(line.positional());
    const bool all = line.has("all");
    if (line.has("json")) {
        printJson(comparison, all, console);
        return ExitCode::Good;
    }
    const int width = console.isTerminal() ? console.width() : 0;
    ComparisonTable table = tableOf(comparison);
    const QVector<ComparedRow> rows = all ? comparison.rows : differencesOf(comparison.rows);
    const QString chance = all ? QString() : chanceText(comparison.rows);
    if (rows.isEmpty())
        table.addNote(chance.isEmpty() ? QStringLiteral("Nothing differs.")
                                       : QStringLiteral("Nothing differs by more than chance."));
    addRows(rows, table);
    console.print(table.text(width));
    if (!chance.isEmpty())
        console.printWrapped(u'\n' + chance + QStringLiteral(" --all shows them."));
    if (!comparison.steps.kinds.isEmpty()) {
        ComparisonTable steps = tableOf(comparison);
        addKinds(comparison.steps.kinds, steps);
        if (const QString alike = alikeText(comparison.steps); !alike.isEmpty())
            steps.addNote(alike);
        addSteps(QStringLiteral("Steps whose times differ most"), comparison.steps.steps, steps);
        addSteps(QStringLiteral("Steps that only one of them finished"), comparison.steps.alone, steps);
        console.print(u'\n' + steps.text(width));
    }
    printLogs(comparison, console);
    if (!comparison.problems.isEmpty())
        console.print(QStringLiteral("\nNot compared:"));
    for (const QString& problem : comparison.problems)
        console.print(withoutControls(problem));
    return ExitCode::Good;
}

}

Subcommand attemptsCompareCommand()
{
    return { "attempts compare", "N M [K...] [--all] [--json]",
        "Shows what differs between attempts: outcome, findings, request, flags, tools, stages, steps, logs. "
        "Up to eight stand side by side; each log is compared with that of the first one.",
        0, mostComparedAttempts,
        { { "all", "", "also what is the same in all of them, or nearly" }, forPrograms }, compare };
}

}
