// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"
#include "app/cli/HostOption.h"
#include "app/cli/Subcommand.h"
#include "app/cli/TrialWatch.h"
#include "app/cli/WishOptions.h"
#include "app/cli/WrappedText.h"
#include "core/buildfolder/BuildFolderFacts.h"
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
    const QString verdict = verdictText(verdictOf(diagnosis.rows));
    const Profile* profile = diagnosis.profile;
    return profile
        ? QStringLiteral("%1 for %2 (%3)").arg(verdict, profile->name, profile->id)
        : QStringLiteral("%1 - what this machine has; --profile ID checks it against a profile").arg(verdict);
}

QString wheelText(const WheelAdvice& wheel)
{
    QStringList lines { QStringLiteral("Do you need to build?"),
        QStringLiteral("  ") + wheelHeadline(wheel) };
    for (const QString& reason : wheel.reasons)
        lines << QStringLiteral("    ") + reason;
    if (!wheel.source.isEmpty())
        lines << QStringLiteral("    Known from: %1 (confidence %2)").arg(wheel.source, wheel.confidence);
    if (!wheel.command.isEmpty())
        lines << QStringLiteral("    $ ") + wheel.command;
    for (const QString& reason : wheel.isWheel() ? wheel.buildReasons : QStringList())
        lines << QStringLiteral("    For building: ") + reason;
    return lines.join(QLatin1Char('\n'));
}

void tell(const Diagnosis& diagnosis, Console& console)
{
    const auto say = [&](const QString& text) {
        console.print(console.isTerminal() ? wrapped(text, console.width()) : text);
    };
    say(firstLine(diagnosis));
    say(QLatin1Char('\n') + checkReport(diagnosis.rows, console.isUtf8()));
    for (const UnknownFact& unknown : diagnosis.facts.unknown) {
        if (!unknown.probe.isUpper()) // variables have rows
            say(QStringLiteral("Not found out: %1: %2").arg(unknown.probe, unknown.reason));
    }
    say(QLatin1Char('\n') + wheelText(diagnosis.wheel));
}

void declareOptions(CommandLine& line)
{
    declareProfileOption(line);
    declareHostOption(line, QStringLiteral("another machine: what doctor --json printed there"));
    line.option(
        QStringLiteral("source"), QStringLiteral("DIR"), QStringLiteral("look at the disk of this folder"));
    line.option(QStringLiteral("build"), QStringLiteral("DIR"),
        QStringLiteral("look at the disk of this folder, and at what a build left there"));
    line.option(QStringLiteral("try"), {},
        QStringLiteral("compile and run small programs with what is here, in a temporary folder; takes up to "
                       "a minute"));
    line.option(QStringLiteral("for-issue"), {},
        QStringLiteral("print it as Markdown for an issue, without names, home folders and secrets"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("print the facts and checks as JSON"));
    line.note(
        QStringLiteral("Exits 0 when nothing stands in the way of the profile, or without a profile; 1 when "
                       "something does, or when a trial failed; 2 when the words are wrong."));
}

void answer(const Diagnosis& diagnosis, const CommandLine& line, Console& console)
{
    if (line.has(QStringLiteral("json")))
        console.printJson(doctorJson(diagnosis));
    else if (line.has(QStringLiteral("for-issue")))
        console.print(machineReport(diagnosis.facts, diagnosis.profile, diagnosis.rows, diagnosis.wheel));
    else
        tell(diagnosis, console);
}

}

int runDoctor(const QStringList& words, Console& console)
{
    CommandLine line(
        QStringLiteral("doctor [--profile ID] [--try | --host FACTS.json] [--for-issue | --json]"),
        QStringLiteral("Looks at this machine, and says for a profile what is missing and how to get it."));
    declareOptions(line);
    if (const auto code = line.parse(words, console))
        return *code;
    if (line.has(QStringLiteral("json")) && line.has(QStringLiteral("for-issue")))
        return console.wrongUse(QStringLiteral("--json and --for-issue are two ways to print: choose one."));
    if (line.has(QStringLiteral("host"))
        && (line.has(QStringLiteral("source")) || line.has(QStringLiteral("build"))))
        return console.wrongUse(QStringLiteral(
            "--source and --build are folders of this machine, --host is another one: choose."));
    const bool tries = line.has(QStringLiteral("try"));
    if (line.has(QStringLiteral("host")) && tries)
        return console.wrongUse(
            QStringLiteral("--try runs programs of this machine, --host is another one: choose."));
    const bool named = line.has(QStringLiteral("profile"));
    const auto profile = named ? chosenProfile(line) : Result<Profile>(Profile {});
    if (!profile)
        return console.wrongUse(profile.error().message);
    const auto host = hostNamedBy(line);
    if (!host)
        return console.failed(host.error().message);

    Diagnosis diagnosis;
    RequestWishes wishes;
    wishes.sourceFolder = line.value(QStringLiteral("source"));
    wishes.buildFolder = line.value(QStringLiteral("build"));
    diagnosis.profile = named ? &*profile : nullptr;
    diagnosis.facts = *host ? **host : detectHost(detectionFor(*profile, wishes));
    bool triedWell = true;
    if (tries) {
        const auto tried = tryOut(trialQuestion(diagnosis.facts, diagnosis.profile, wishes), console);
        if (!tried)
            return console.failed(tried.error().message);
        triedWell = !anyFailed(*tried);
        diagnosis.facts.trials = mergedTrials(*tried, diagnosis.facts.trials);
    }
    if (!*host && line.has(QStringLiteral("build")))
        addBuildFolder(diagnosis.facts, wishes.buildFolder);
    diagnosis.rows = named
        ? checkMachine(diagnosis.facts, *profile, draftRequest(*profile, diagnosis.facts, wishes).request)
        : describeMachine(diagnosis.facts);
    diagnosis.wheel = adviseWheel(diagnosis.facts, diagnosis.profile);
    answer(diagnosis, line, console);
    const bool isGood = triedWell && (!named || verdictOf(diagnosis.rows).failures == 0);
    return isGood ? ExitCode::Good : ExitCode::Failed;
}

}
