// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/config/CheckReport.h"
#include "core/config/Preflight.h"
#include "core/detect/Detection.h"
#include "core/profile/ProfileCatalogue.h"

namespace torchmason::cli {

namespace {

// "NAME=VALUE" or "NAME:TYPE=VALUE"; nullopt where there is no name or no value.
std::optional<FlagValue> flagFrom(const QString& definition)
{
    const qsizetype equals = definition.indexOf(QLatin1Char('='));
    if (equals < 1)
        return std::nullopt;
    const QString name = definition.left(equals);
    FlagValue flag;
    flag.name = name.section(QLatin1Char(':'), 0, 0);
    flag.type = name.section(QLatin1Char(':'), 1);
    flag.value = definition.mid(equals + 1);
    flag.origin = ValueOrigin::User;
    return flag.name.isEmpty() ? std::nullopt : std::optional(flag);
}

Result<HostFacts> factsFor(const QString& file)
{
    if (file.isEmpty())
        return detectHost();
    const auto document = readJsonFile(file);
    if (!document)
        return document.error();
    return hostFactsFromJson(*document, file);
}

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

CommandLine makeLine()
{
    CommandLine line(QStringLiteral("check --profile ID [--host FACTS.json] [-D NAME=VALUE]... [--json]"),
        QStringLiteral("Finds what would make a build fail, before anything runs."));
    line.option(QStringLiteral("profile"), QStringLiteral("ID"), QStringLiteral("the profile to check"));
    line.option(QStringLiteral("host"), QStringLiteral("FACTS.json"),
        QStringLiteral("another machine: what doctor --json printed there"));
    line.repeatedOption(QStringLiteral("D"), QStringLiteral("NAME=VALUE"),
        QStringLiteral("a flag in place of the profile's"));
    line.option(QStringLiteral("source"), QStringLiteral("DIR"), QStringLiteral("the source tree"));
    line.option(QStringLiteral("build"), QStringLiteral("DIR"), QStringLiteral("the build folder"));
    line.option(QStringLiteral("jobs"), QStringLiteral("N"), QStringLiteral("how many compilers at once"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("print the checks as JSON"));
    return line;
}

}

int runCheck(const QStringList& words, Console& console)
{
    CommandLine line = makeLine();
    if (const auto code = line.parse(words, console))
        return *code;
    const ProfileCatalogue catalogue = loadProfiles();
    const QString id = line.value(QStringLiteral("profile"));
    const Profile* profile = catalogue.profile(id);
    if (!profile)
        return console.wrongUse(id.isEmpty()
                ? QStringLiteral("check needs --profile ID; see torchmason-cli profiles.")
                : QStringLiteral("there is no profile %1; see torchmason-cli profiles.").arg(id));
    RequestWishes wishes;
    for (const QString& definition : line.values(QStringLiteral("D"))) {
        const auto flag = flagFrom(definition);
        if (!flag)
            return console.wrongUse(QStringLiteral("\"%1\" is not of the form NAME=VALUE.").arg(definition));
        wishes.flags.append(*flag);
    }
    wishes.sourceFolder = line.value(QStringLiteral("source"));
    wishes.buildFolder = line.value(QStringLiteral("build"));
    if (line.has(QStringLiteral("jobs"))) {
        bool isNumber = false;
        wishes.jobs = line.value(QStringLiteral("jobs")).toInt(&isNumber);
        if (!isNumber || *wishes.jobs < 1)
            return console.wrongUse(QStringLiteral("--jobs needs a number from 1."));
    }
    const auto facts = factsFor(line.value(QStringLiteral("host")));
    if (!facts)
        return console.failed(facts.error().message);

    const QVector<CheckRow> rows = problemsOf(*facts, *profile, wishes);
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
