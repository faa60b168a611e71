// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"
#include "app/cli/HostOption.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/config/CheckReport.h"
#include "core/configured/BuildFolderStep.h"
#include "core/detect/Detection.h"
#include "core/stages/SourceRows.h"

namespace torchmason::cli {

namespace {

// What keeps the request from being made comes before what is wrong with it.
QVector<CheckRow> problemsOf(const HostFacts& facts, const Profile& profile, const RequestWishes& wishes)
{
    const RequestDraft draft = draftRequest(profile, facts, wishes);
    QVector<CheckRow> rows;
    for (const QString& problem : draft.problems) {
        CheckRow row;
        row.id = QStringLiteral("request");
        row.group = QStringLiteral("configuration");
        row.title = QStringLiteral("Request");
        row.state = CheckState::Fail;
        row.found = problem;
        rows.append(row);
    }
    return rows + preflight(facts, profile, draft.request);
}

}

int runCheck(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("check --profile ID [--host FACTS.json] [options]"),
        QStringLiteral("Finds what would make a build fail, before anything runs."));
    declareProfileOption(line);
    declareHostOption(line, QStringLiteral("another machine: what doctor --json printed there"));
    declareWishes(line);
    line.option(QStringLiteral("json"), {}, QStringLiteral("print the checks as JSON"));
    if (const auto code = line.parse(words, console))
        return *code;
    const auto profile = chosenProfile(line);
    if (!profile)
        return console.wrongUse(profile.error().message);
    const auto wishes = readWishes(line);
    if (!wishes)
        return console.wrongUse(wishes.error().message + QLatin1Char('.'));
    const auto host = hostNamedBy(line);
    if (!host)
        return console.failed(host.error().message);
    const HostFacts facts = *host ? **host : detectHost({ {}, wishes->sourceFolder, wishes->buildFolder });

    QVector<CheckRow> rows = problemsOf(facts, *profile, *wishes);
    if (!*host) { // the folders of another machine are not here
        const BuildRequest request = draftRequest(*profile, facts, *wishes).request;
        rows = sourceFolderRows(request) + buildFolderRows(request) + rows;
    }
    const CheckVerdict verdict = verdictOf(rows);
    if (line.has(QStringLiteral("json"))) {
        console.printJson({ { "schema", 1 }, { "profile", toJson(profile->id) },
            { "verdict", toJson(verdict) }, { "checks", toJson(rows) } });
    } else {
        console.print(QStringLiteral("%1 for %2 (%3)").arg(verdictText(verdict), profile->name, profile->id));
        if (!rows.isEmpty())
            console.print(QLatin1Char('\n') + checkReport(rows, console.isUtf8()));
    }
    return verdict.failures > 0 ? ExitCode::Failed : ExitCode::Good;
}

}
