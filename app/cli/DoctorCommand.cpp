// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/TrialWatch.h"
#include "app/cli/WishOptions.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/config/DetectionNeeds.h"
#include "core/export/MachineReport.h"
#include "core/preflight/Preflight.h"
#include "core/solver/CheckReport.h"
#include "core/wheeladvice/WheelAdvice.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason::cli {

namespace {

// What the doctor found; `profile` is null where none was named.
struct Diagnosis {
    HostFacts facts;
    const Profile* profile = nullptr;
    QVector<CheckRow> rows;
    WheelAdvice wheel;
};

// The facts document itself with the verdict put in front, so that `check --host` reads it as it is.
Json doctorJson(const Diagnosis& diagnosis)
{
    Json document = { { "schema", 1 } };
    if (diagnosis.profile)
        document["profile"] = toJson(diagnosis.profile->id);
    document["verdict"] = toJson(verdictOf(diagnosis.rows));
    document["wheel"] = toJson(diagnosis.wheel);
    document["checks"] = toJson(diagnosis.rows);
    document.update(toJson(diagnosis.facts));
    return document;
}

// What lies there makes or breaks the next build as well.
void addBuildFolder(HostFacts& facts, const QString& folder)
{
    const auto state = readBuildFolder(QDir::fromNativeSeparators(QFileInfo(folder).absoluteFilePath()));
    const Json told = state ? buildFolderFacts(*state) : Json();
    if (!told.is_null())
        facts.rest["buildFolder"] = told;
}

QString firstLine(const Diagnosis& diagnosis)
{
    const CheckVerdict verdict = verdictOf(diagnosis.rows);
    if (const Profile* profile = diagnosis.profile)
        return verdictText(verdict, QStringLiteral("%1 (%2)").arg(profile->name, profile->id));
    // Nothing is needed yet, so that nothing can be ready for it.
    const QString counts = countsText(verdict);
    return QStringLiteral(
        "What this machine has%1. `torchmason-cli doctor --profile ID` says whether that profile can be "
        "built here.")
        .arg(counts.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(counts));
}

QString wheelText(const WheelAdvice& wheel)
{
    QStringList lines { QStringLiteral("Do you need to build?"),
        QStringLiteral("  ") + wheelHeadline(wheel) };
    for (const QString& reason : wheel.reasons)
        lines << QStringLiteral("    ") + reason;
    if (!wheel.source.isEmpty())
        lines << QStringLiteral("    Known from: %1 (confidence %2)").arg(wheel.source, wheel.confidence);
    for (const QString& command : wheel.command.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        lines << QStringLiteral("    $ ") + command;
    for (const QString& reason : wheel.isWheel() ? wheel.buildReasons : QStringList())
        lines << QStringLiteral("    Why build all the same: ") + reason;
    return lines.join(QLatin1Char('\n'));
}

void tell(const Diagnosis& diagnosis, Console& console)
{
    console.printWrapped(firstLine(diagnosis));
    console.printWrapped(QLatin1Char('\n') + checkReport(diagnosis.rows, console.isUtf8()));
    for (const UnknownFact& unknown : diagnosis.facts.unknown) {
        if (!unknown.probe.isUpper()) // variables have rows
            console.printWrapped(
                QStringLiteral("Could not be found out: %1: %2").arg(unknown.probe, unknown.reason));
    }
    console.printWrapped(QLatin1Char('\n') + wheelText(diagnosis.wheel));
}

void answer(const Diagnosis& diagnosis, const CommandLine& line, Console& console)
{
    if (line.has("json"))
        console.printJson(doctorJson(diagnosis));
    else if (line.has("for-issue"))
        console.print(machineReport(diagnosis.facts, diagnosis.profile, diagnosis.rows, diagnosis.wheel));
    else
        tell(diagnosis, console);
}

int run(const CommandLine& line, Console& console)
{
    if (line.has("json") && line.has("for-issue"))
        wrongUse(QStringLiteral("--json and --for-issue are two ways to print: choose one."));
    if (line.has("host") && (line.has("source") || line.has("build")))
        wrongUse(QStringLiteral(
            "--source and --build are about this machine, --host is about another one: leave one out."));
    if (line.has("host") && line.has("try"))
        wrongUse(QStringLiteral(
            "--try runs programs of this machine, --host is about another one: leave one out."));
    const bool named = line.has("profile");
    const Profile profile = named ? chosenProfile(line) : Profile {};
    const auto host = hostNamedBy(line);

    Diagnosis diagnosis;
    RequestWishes wishes;
    wishes.sourceFolder = line.value("source");
    wishes.buildFolder = line.value("build");
    diagnosis.profile = named ? &profile : nullptr;
    diagnosis.facts = host ? *host : detectWithBuilds(detectionFor(profile, wishes));
    bool triedWell = true;
    if (line.has("try")) {
        const auto tried = orFail(tryOut(trialQuestion(diagnosis.facts, diagnosis.profile, wishes), console));
        triedWell = !anyFailed(tried);
        diagnosis.facts.trials = mergedTrials(tried, diagnosis.facts.trials);
    }
    if (!host && line.has("build"))
        addBuildFolder(diagnosis.facts, wishes.buildFolder);
    diagnosis.rows = named
        ? checkMachine(diagnosis.facts, profile, draftRequest(profile, diagnosis.facts, wishes).request)
        : describeMachine(diagnosis.facts);
    diagnosis.wheel = adviseWheel(diagnosis.facts, diagnosis.profile);
    answer(diagnosis, line, console);
    const bool isGood = triedWell && (!named || verdictOf(diagnosis.rows).failures == 0);
    return isGood ? ExitCode::Good : ExitCode::Failed;
}

}

Subcommand doctorCommand()
{
    return { "doctor", "[--profile ID] [--try | --host FACTS.json] [--for-issue | --json]",
        "Looks at this machine, and says for a profile what is missing and how to get it.", 0, 0,
        { profileOption, hostOption, { "source", "DIR", "look at the disk of this folder" },
            { "build", "DIR", "look at the disk of this folder, and at what a build left there" },
            { "try", "",
                "compile and run small programs with what is here, in a temporary folder; takes up to a "
                "minute" },
            { "for-issue", "", "print it as Markdown for an issue, without names, home folders and secrets" },
            { "json", "", "print the facts and checks as JSON" } },
        run,
        "Exit code: 0 nothing blocks the profile, or none was named; 1 something does, or a trial failed; 2 "
        "wrong usage." };
}

}
