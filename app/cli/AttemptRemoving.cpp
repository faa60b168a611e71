// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/history/AttemptRemoval.h"
#include "core/history/DiskUse.h"

#include <algorithm>

namespace torchmason::cli {

namespace {

constexpr int asMany = 1000;

Json toJson(const RemovalPlan& plan)
{
    Json json = { { "number", plan.number }, { "bytes", plan.count.bytes }, { "files", plan.count.files },
        { "losses", torchmason::toJson(plan.losses) } };
    if (!plan.buildFolder.isEmpty())
        json["buildFolder"] = torchmason::toJson(plan.buildFolder);
    return json;
}

void printPlan(const RemovalPlan& plan, bool measures, Console& console)
{
    console.print(QStringLiteral("Attempt %1: %2 (files: %3).")
                      .arg(QString::number(plan.number), formatBytes(plan.count.bytes))
                      .arg(plan.count.files));
    for (const QString& loss : plan.losses)
        console.print(QStringLiteral("  ") + loss);
    if (!measures || plan.buildFolder.isEmpty())
        return;
    bool isComplete = true;
    const FolderUse build = folderUse(plan.buildFolder, {}, isComplete);
    console.print(QStringLiteral("  Its build folder stays: %1, %2%3.")
                      .arg(plan.buildFolder, isComplete ? QString() : QStringLiteral("at least "),
                          formatBytes(build.bytes)));
}

// The plans of all, before any goes: one that cannot go stops the whole.
QVector<RemovalPlan> plansFor(
    const AttemptStore& store, const QVector<int>& numbers, const QVector<AttemptSummary>& attempts)
{
    QVector<RemovalPlan> plans;
    for (const int number : numbers)
        plans.append(orFail(planRemoval(store, number, attempts)));
    return plans;
}

int carryOut(const AttemptStore& store, const QVector<RemovalPlan>& plans,
    const QVector<AttemptSummary>& attempts, const CommandLine& line, Console& console)
{
    const bool isPreview = line.has("dry-run");
    Bytes freed = 0;
    Json rows = Json::array();
    QVector<int> numbers;
    for (const RemovalPlan& plan : plans) {
        numbers << plan.number;
        if (isPreview && !line.has("json"))
            printPlan(plan, true, console);
        freed += isPreview ? plan.count.bytes : orFail(deleteAttempt(store, plan.number, attempts)).bytes;
        rows.push_back(toJson(plan));
    }
    const QString goesOn = line.has("json") || numbers.isEmpty() ? QString() : goesOnText(numbers, attempts);
    if (!goesOn.isEmpty())
        console.print(goesOn);
    if (line.has("json"))
        console.printJson(
            { { "schema", 1 }, { "deleted", !isPreview }, { "bytes", freed }, { "attempts", rows } });
    else if (plans.isEmpty())
        console.print(QStringLiteral("There is nothing to delete."));
    else
        console.print((isPreview ? QStringLiteral("Attempts that would be deleted: %1, which would free %2.")
                                 : QStringLiteral("Deleted attempts: %1, which freed %2."))
                          .arg(QString::number(plans.size()), formatBytes(freed)));
    return ExitCode::Good;
}

// What the user wrote, or what cannot be done any more, goes only when that is said.
void refuseLosses(const QVector<RemovalPlan>& plans, const QVector<AttemptSummary>& attempts)
{
    for (const AttemptSummary& attempt : attempts) {
        const auto plan = std::find_if(plans.begin(), plans.end(),
            [&attempt](const RemovalPlan& wanted) { return wanted.number == attempt.number; });
        if (plan == plans.end())
            continue;
        const bool isNoted = !attempt.notes.isEmpty() || !attempt.notesProblem.isEmpty();
        if (isNoted || !plan->losses.isEmpty())
            fail(QStringLiteral("%1 To delete it anyway, add --yes.")
                     .arg(isNoted ? QStringLiteral("Attempt %1 has a note or a tag.").arg(attempt.number)
                                  : QStringLiteral("Attempt %1: %2")
                                        .arg(attempt.number)
                                        .arg(plan->losses.first())));
    }
}

int deleteThem(const CommandLine& line, Console& console)
{
    const AttemptStore store(AppPaths::attemptsFolder());
    QVector<int> numbers;
    for (const QString& word : line.positional()) {
        const int number = attemptNamed(word).number;
        if (!numbers.contains(number))
            numbers.append(number);
    }
    const QVector<AttemptSummary> attempts = store.list();
    const QVector<RemovalPlan> plans = plansFor(store, numbers, attempts);
    if (!line.has("yes") && !line.has("dry-run"))
        refuseLosses(plans, attempts);
    return carryOut(store, plans, attempts, line, console);
}

int tidy(const CommandLine& line, Console& console)
{
    bool isNumber = true;
    const int keep = line.has("keep") ? line.value("keep").toInt(&isNumber) : keptAttempts().value_or(0);
    if (!isNumber || (line.has("keep") && keep < 1))
        wrongUse(QStringLiteral("--keep needs a number from 1 on."));
    if (keep < 1)
        wrongUse(QStringLiteral("How many to keep is not set; --keep N is needed."));
    const AttemptStore store(AppPaths::attemptsFolder());
    const QVector<AttemptSummary> attempts = store.list();
    const TidyPlan plan = planTidy(attempts, keep);
    const QVector<RemovalPlan> plans = plansFor(store, plan.goes, attempts);
    for (const KeptBeyond& stays : plan.stays) {
        if (!line.has("json"))
            console.print(QStringLiteral("Attempt %1 stays. %2").arg(stays.number).arg(stays.why));
    }
    return carryOut(store, plans, attempts, line, console);
}

Json folderRows(const QVector<FolderUse>& uses)
{
    Json rows = Json::array();
    for (const FolderUse& use : uses) {
        Json row
            = { { "folder", torchmason::toJson(use.folder) }, { "bytes", use.bytes }, { "files", use.files },
                  { "attempts", std::vector<int>(use.attempts.begin(), use.attempts.end()) } };
        if (use.kind == FolderKind::Environment)
            row["tool"] = "environment";
        else if (!use.tool.isEmpty())
            row["tool"] = torchmason::toJson(use.tool);
        rows.push_back(row);
    }
    return rows;
}

void printUse(const DiskUse& use, Console& console)
{
    QVector<QStringList> table { { QStringLiteral("Attempt"), QStringLiteral("Logs"),
        QStringLiteral("Samples"), QStringLiteral("Rest"), QStringLiteral("Together") } };
    AttemptUse all;
    for (const AttemptUse& attempt : use.attempts) {
        table.append({ QString::number(attempt.number), formatBytes(attempt.logs),
            formatBytes(attempt.samples), formatBytes(attempt.rest), formatBytes(attempt.total()) });
        all.logs += attempt.logs;
        all.samples += attempt.samples;
        all.rest += attempt.rest;
    }
    table.append({ QStringLiteral("all"), formatBytes(all.logs), formatBytes(all.samples),
        formatBytes(all.rest), formatBytes(all.total()) });
    console.printTable(table);
    for (const FolderUse& folder : use.folders)
        console.print(QStringLiteral("%1 %2: %3")
                          .arg(folderKindText(folder), folder.folder, formatBytes(folder.bytes)));
    if (!use.isComplete)
        console.print(QStringLiteral("Some folders could not be read; what is in them is not counted."));
}

int usage(const CommandLine& line, Console& console)
{
    const DiskUse use = diskUseOf(AttemptStore(AppPaths::attemptsFolder()).list());
    if (!line.has("json")) {
        printUse(use, console);
        return ExitCode::Good;
    }
    Json rows = Json::array();
    for (const AttemptUse& attempt : use.attempts)
        rows.push_back({ { "number", attempt.number }, { "logs", attempt.logs },
            { "samples", attempt.samples }, { "rest", attempt.rest }, { "bytes", attempt.total() } });
    console.printJson({ { "schema", 1 }, { "complete", use.isComplete }, { "attempts", rows },
        { "buildFolders", folderRows(use.of(FolderKind::Build) + use.of(FolderKind::Environment)) },
        { "sources", folderRows(use.of(FolderKind::Source)) },
        { "caches", folderRows(use.of(FolderKind::Cache)) } });
    return ExitCode::Good;
}

}

Subcommand attemptsDeleteCommand()
{
    return { "attempts delete", "N [N...] [--dry-run] [--yes] [--json]",
        "Deletes attempts with all that is kept of them. Their build folders stay, and their numbers are not "
        "given again.",
        1, asMany,
        { { "dry-run", "", "print what would be deleted, and delete nothing" },
            { "yes", "", "also one with a note or a tag, or one that is needed to undo something" },
            forPrograms },
        deleteThem };
}

Subcommand attemptsTidyCommand()
{
    return { "attempts tidy", "[--keep N] [--dry-run] [--json]",
        "Deletes the oldest attempts. One stays that has a note or a tag, runs, is continued by one that "
        "stays, "
        "or is needed to undo something.",
        0, 0,
        { { "keep", "N",
              "the newest N stay; default: the number set in the window under Settings (keep in [attempts] "
              "of settings.ini)" },
            { "dry-run", "", "print what would be deleted, and delete nothing" }, forPrograms },
        tidy };
}

Subcommand attemptsUsageCommand()
{
    return { "attempts usage", "[--json]",
        "Says how much space attempts take, and the build folders, Python environments, sources and "
        "compiler caches that they name.",
        0, 0, { forPrograms }, usage };
}

}
