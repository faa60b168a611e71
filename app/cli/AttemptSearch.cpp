// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/history/LogTextSearch.h"

namespace torchmason::cli {

namespace {

constexpr int shownPerAttempt = 5;

Json toJson(const AttemptHits& hits)
{
    Json lines = Json::array();
    for (const LogHit& hit : hits.hits)
        lines.push_back({ { "stage", torchmason::toJson(hit.stage) }, { "line", hit.line },
            { "text", torchmason::toJson(hit.text) } });
    Json row = { { "number", hits.number }, { "count", hits.count }, { "lines", lines } };
    if (!hits.problem.isEmpty())
        row["problem"] = torchmason::toJson(hits.problem);
    return row;
}

QString textOf(const AttemptHits& hits)
{
    QString text;
    for (const LogHit& hit : hits.hits)
        text += QStringLiteral("%1 %2 %3: %4\n")
                    .arg(QString::number(hits.number), hit.stage, QString::number(hit.line), hit.text);
    if (hits.count > hits.hits.size())
        text += QStringLiteral("Attempt %1 has more such lines: %2\n")
                    .arg(hits.number)
                    .arg(hits.count - hits.hits.size());
    return text;
}

int mostWished(const CommandLine& line)
{
    bool isNumber = true;
    const int most = line.has("most") ? line.value("most").toInt(&isNumber) : shownPerAttempt;
    if (!isNumber || most < 0)
        wrongUse(QStringLiteral("--most needs a number."));
    return most;
}

int run(const CommandLine& line, Console& console)
{
    const LogTextWish wish { { line.has("regex") ? LogQuery::Kind::Expression : LogQuery::Kind::Text,
                                 line.positional().join(QLatin1Char(' ')) },
        mostWished(line) };
    if (wish.query.isEmpty())
        wrongUse(QStringLiteral("The text to look for is needed."));
    const bool isJson = line.has("json");
    std::stop_source stop;
    Json rows = Json::array();
    qint64 lines = 0;
    int attempts = 0;
    orWrongUse(searchLogs(
        AttemptStore(AppPaths::attemptsFolder()).list(), wish,
        [&](const AttemptHits& hits) {
            lines += hits.count;
            attempts += hits.count > 0 ? 1 : 0;
            if (isJson)
                rows.push_back(toJson(hits));
            else if (hits.count > 0)
                console.print(textOf(hits));
            if (!isJson && !hits.problem.isEmpty())
                console.complain(hits.problem);
            if (!console.hasReader())
                stop.request_stop();
        },
        stop.get_token()));
    if (isJson)
        console.printJson({ { "schema", 1 }, { "count", lines }, { "attempts", rows } });
    else
        console.print(lines == 0
                ? QStringLiteral("No line of the logs has this text.")
                : QStringLiteral("%1 %2 in %3 %4")
                      .arg(lines)
                      .arg(lines == 1 ? QStringLiteral("line") : QStringLiteral("lines"))
                      .arg(attempts)
                      .arg(attempts == 1 ? QStringLiteral("attempt") : QStringLiteral("attempts")));
    return ExitCode::Good;
}

}

Subcommand attemptsSearchCommand()
{
    return { "attempts search", "TEXT [--regex] [--most K] [--json]",
        "Searches the logs of all attempts, whatever the case of letters. Prints attempt, stage, line and "
        "text.",
        1, 100,
        { { "regex", "", "TEXT is a Perl-like regular expression" },
            { "most", "K", "lines that are printed of one attempt; default: 5" }, forPrograms },
        run };
}

}
