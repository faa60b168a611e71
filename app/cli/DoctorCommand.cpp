// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/config/CheckReport.h"
#include "core/detect/Detection.h"

namespace torchmason::cli {

namespace {

// The facts document itself with the verdict put in front, so that `check --host` reads it as it is.
Json doctorJson(const HostFacts& facts, const Profile* profile, const QVector<CheckRow>& rows)
{
    Json document = { { "schema", 1 } };
    if (profile)
        document["profile"] = toJson(profile->id);
    document["verdict"] = toJson(verdictOf(rows));
    document["checks"] = toJson(rows);
    document.update(toJson(facts));
    return document;
}

QString firstLine(const Profile* profile, const QVector<CheckRow>& rows)
{
    const QString verdict = verdictText(verdictOf(rows));
    return profile
        ? QStringLiteral("%1 for %2 (%3)").arg(verdict, profile->name, profile->id)
        : QStringLiteral("%1 - what this machine has; --profile ID checks it against a profile").arg(verdict);
}

}

int runDoctor(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("doctor [--profile ID] [--json]"),
        QStringLiteral("Looks at this machine, and says for a profile what is missing and how to get it."));
    declareProfileOption(line);
    line.option(QStringLiteral("json"), {}, QStringLiteral("print the facts and checks as JSON"));
    if (const auto code = line.parse(words, console))
        return *code;
    const auto chosen
        = line.has(QStringLiteral("profile")) ? chosenProfile(line) : Result<Profile>(Profile {});
    if (!chosen)
        return console.wrongUse(chosen.error().message);
    const Profile* profile = line.has(QStringLiteral("profile")) ? &*chosen : nullptr;

    const HostFacts facts = detectHost();
    const QVector<CheckRow> rows = profile ? checkMachine(facts, *profile) : describeMachine(facts);
    if (line.has(QStringLiteral("json"))) {
        console.printJson(doctorJson(facts, profile, rows));
    } else {
        console.print(firstLine(profile, rows));
        console.print(QLatin1Char('\n') + checkReport(rows, console.isUtf8()));
        for (const UnknownFact& unknown : facts.unknown)
            console.print(QStringLiteral("Not found out: %1: %2").arg(unknown.probe, unknown.reason));
    }
    return profile && verdictOf(rows).failures > 0 ? ExitCode::Failed : ExitCode::Good;
}

}
