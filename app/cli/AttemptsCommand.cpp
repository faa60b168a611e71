// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "core/base/AppPaths.h"
#include "core/history/AttemptFilter.h"

namespace torchmason::cli {

namespace {

OutcomeWish wishNamed(const QString& word)
{
    const auto wish = outcomeWishFromId(word);
    if (!wish)
        wrongUse(
            QStringLiteral("--outcome takes succeeded, failed, stopped or running, not \"%1\".").arg(word));
    return *wish;
}

AttemptFilter filterOf(const CommandLine& line)
{
    AttemptFilter filter;
    filter.words = line.value("search").simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (line.has("tag"))
        filter.tag = orWrongUse(normalizedTag(line.value("tag")));
    filter.profile = line.value("profile");
    const QString outcome = line.has("failed") ? QStringLiteral("failed") : line.value("outcome");
    if (line.has("failed") && line.has("outcome"))
        wrongUse(QStringLiteral("--failed is --outcome failed; leave one of them out."));
    if (line.has("outcome") || line.has("failed"))
        filter.outcome = wishNamed(outcome);
    return filter;
}

int run(const CommandLine& line, Console& console)
{
    const QStringList& words = line.positional();
    if (!words.isEmpty() && words != QStringList { QStringLiteral("list") })
        wrongUse(QStringLiteral("There is no `attempts %1`%2; see torchmason-cli attempts --help.")
                     .arg(words.join(QLatin1Char(' ')),
                         didYouMean(QStringList { QStringLiteral("attempts") } + words)));
    const AttemptFilter filter = filterOf(line);
    const AttemptStore store(AppPaths::attemptsFolder());
    QVector<AttemptSummary> attempts = filter.words.isEmpty() ? store.outlines() : store.list();
    const bool isEmpty = attempts.isEmpty();
    attempts.removeIf([&filter](const AttemptSummary& attempt) { return !filter.accepts(attempt); });
    if (line.has("json")) {
        Json rows = Json::array();
        for (const AttemptSummary& attempt : attempts)
            rows.push_back(summaryToJson(attempt));
        console.printJson({ { "schema", 1 }, { "attempts", rows } });
        return ExitCode::Good;
    }
    QVector<QStringList> table { headingsOfList() };
    for (const AttemptSummary& attempt : attempts)
        table.append(rowOfList(attempt));
    if (isEmpty)
        console.print(QStringLiteral(
            "There are no attempts yet; `torchmason-cli build --profile tour` makes a first one."));
    else if (attempts.isEmpty())
        console.print(QStringLiteral("No attempt matches the filters."));
    else
        console.printTable(table);
    return ExitCode::Good;
}

}

const Option forPrograms { "json", "", "print JSON, for programs" };

Subcommand attemptsCommand()
{
    constexpr int asMany = 100; // words that make no sense together are told as they stand
    return { "attempts", "[list] [--search WORDS] [--outcome WORD] [--profile NAME] [--tag T] [--json]",
        "Lists what was built before, newest first.", 0, asMany,
        { { "search", "WORDS",
              "only those that contain all of these words: in flags with their values, names of variables, "
              "findings, notes, tags, profile, folders" },
            { "outcome", "WORD",
                "only those that ended like this: succeeded, failed, stopped (or interrupted), running (or "
                "not "
                "begun yet)" },
            { "profile", "NAME", "only those of this profile, by id or name" },
            { "tag", "T", "only attempts with this tag (set by attempts tag; not the git tag)" },
            { "failed", "", "the same as --outcome failed" }, forPrograms },
        run };
}

AttemptSummary attemptNamed(const QString& word)
{
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    if (!isNumber || number < 1)
        wrongUse(word.isEmpty() ? QStringLiteral("The number of an attempt is needed.")
                                : QStringLiteral("\"%1\" is not the number of an attempt.").arg(word));
    return orFail(AttemptStore(AppPaths::attemptsFolder()).attempt(number));
}

AttemptSummary readableAttempt(const QString& word)
{
    AttemptSummary attempt = attemptNamed(word);
    if (!attempt.error.isEmpty())
        fail(attempt.error);
    return attempt;
}

AttemptSummary ownAttempt(const QString& word)
{
    AttemptSummary attempt = attemptNamed(word);
    if (isOfLog(attempt.record))
        fail(QStringLiteral("Attempt %1 was read from a log: only the log is on this machine.")
                 .arg(attempt.number));
    if (attempt.record.imported)
        fail(QStringLiteral("Attempt %1 was imported: its folders and processes are on another machine. To "
                            "build the same here: torchmason-cli build --like %1")
                 .arg(attempt.number));
    return attempt;
}

}
