// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/base/AppPaths.h"

#include <algorithm>

namespace torchmason::cli {

namespace {

int listAttempts(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts [list] [--json]"),
        QStringLiteral("Lists what was built before, newest first."));
    line.option(QStringLiteral("json"), {}, QStringLiteral("for programs"));
    line.note(QStringLiteral("other words after `attempts`:\n"
                             "  show N            everything about one attempt\n"
                             "  log N             its raw log (--stage STAGE for one stage)\n"
                             "  stop N            stop it while it runs\n"
                             "  attach N          watch it while it runs\n"
                             "  limits N          change its jobs and its memory while it runs\n"
                             "  retry N           do it again, from the stage that did not end well\n"
                             "  install N         install its wheel (--into ENVIRONMENT), or --undo that\n"
                             "  compare N M       what differs between two attempts\n"
                             "  unpatch N         put back the source files that it patched\n"
                             "  export N          --format md, sh, bat or bundle\n"
                             "  import FILE       make an attempt of a bundle"));
    if (const auto code = line.parse(words, console))
        return *code;
    const QVector<AttemptSummary> attempts = AttemptStore(AppPaths::attemptsFolder()).list();
    if (line.has(QStringLiteral("json"))) {
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

struct Entry {
    const char* name;
    int (*run)(const QStringList& words, Console& console);
};

constexpr Entry entries[] = { { "list", listAttempts }, { "show", showAttempt }, { "log", printLog },
    { "stop", stopAttempt }, { "limits", limitAttempt }, { "attach", attachToAttempt },
    { "retry", retryAttempt }, { "export", exportAttempt }, { "compare", compareAttempts },
    { "install", installFromAttempt }, { "unpatch", unpatchAttempt }, { "import", importAttempt } };

}

std::optional<AttemptSummary> attemptNamed(const QString& word, Console& console, int& code)
{
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    if (!isNumber || number < 1) {
        code = console.wrongUse(word.isEmpty()
                ? QStringLiteral("the number of an attempt is needed.")
                : QStringLiteral("\"%1\" is no number of an attempt.").arg(word));
        return std::nullopt;
    }
    auto attempt = AttemptStore(AppPaths::attemptsFolder()).attempt(number);
    if (attempt)
        return std::move(attempt).value();
    code = console.failed(attempt.error().message);
    return std::nullopt;
}

std::optional<AttemptSummary> ownAttemptNamed(const QString& word, Console& console, int& code)
{
    auto attempt = attemptNamed(word, console, code);
    if (!attempt || !attempt->record.imported)
        return attempt;
    code = console.failed(QStringLiteral("attempt %1 was imported: its folders and processes are on another "
                                         "machine. To build the same here: torchmason-cli build --profile %2")
                              .arg(attempt->number)
                              .arg(attempt->record.request.profileId));
    return std::nullopt;
}

int runAttempts(const QStringList& words, Console& console)
{
    // --json may stand before the word as well as behind it.
    QStringList rest = words;
    const auto isWord = [](const QString& word) { return !word.startsWith(QLatin1Char('-')); };
    const qsizetype at = std::find_if(rest.begin(), rest.end(), isWord) - rest.begin();
    if (at == rest.size())
        return listAttempts(words, console);
    const QString word = rest.takeAt(at);
    for (const Entry& entry : entries) {
        if (word == QLatin1String(entry.name))
            return entry.run(rest, console);
    }
    return console.wrongUse(
        QStringLiteral("there is no `attempts %1`; see torchmason-cli attempts --help.").arg(word));
}

}
