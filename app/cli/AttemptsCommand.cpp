// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "core/base/AppPaths.h"

namespace torchmason::cli {

namespace {

int run(const CommandLine& line, Console& console)
{
    const QStringList& words = line.positional();
    if (!words.isEmpty() && words != QStringList { QStringLiteral("list") })
        wrongUse(QStringLiteral("there is no `attempts %1`; see torchmason-cli attempts --help.")
                     .arg(words.join(QLatin1Char(' '))));
    const QVector<AttemptSummary> attempts = AttemptStore(AppPaths::attemptsFolder()).list();
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
    if (attempts.isEmpty())
        console.print(QStringLiteral(
            "There are no attempts yet; `torchmason-cli build --profile tour` makes a first one."));
    else
        console.printTable(table);
    return ExitCode::Good;
}

}

const Option forPrograms { "json", "", "for programs" };

Subcommand attemptsCommand()
{
    constexpr int asMany = 100; // words that make no sense together are told as they stand
    return { "attempts", "[list] [--json]", "Lists what was built before, newest first.", 0, asMany,
        { forPrograms }, run };
}

AttemptSummary attemptNamed(const QString& word)
{
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    if (!isNumber || number < 1)
        wrongUse(word.isEmpty() ? QStringLiteral("the number of an attempt is needed.")
                                : QStringLiteral("\"%1\" is no number of an attempt.").arg(word));
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
    if (attempt.record.imported)
        fail(QStringLiteral("attempt %1 was imported: its folders and processes are on another machine. To "
                            "build the same here: torchmason-cli build --profile %2")
                 .arg(attempt.number)
                 .arg(attempt.record.request.profileId));
    return attempt;
}

}
