// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/base/PlatformPath.h"
#include "core/config/DetectionNeeds.h"
#include "core/detect/Detection.h"
#include "core/export/BuildScript.h"
#include "core/patch/PatchPlan.h"
#include "core/profile/Candidates.h"
#include "core/solver/BuildCase.h"
#include "core/stages/StagePlan.h"
#include "core/store/SecretMask.h"

namespace torchmason::cli {

namespace {

Result<Platform> chosenPlatform(const CommandLine& line, const Profile& profile)
{
    const QString name = line.value(QStringLiteral("platform"));
    for (Platform platform : { Platform::Linux, Platform::Windows }) {
        if (name == platformId(platform))
            return platform;
    }
    if (!name.isEmpty())
        return Error { QStringLiteral("--platform is windows or linux, not \"%1\".").arg(name) };
    const bool isForUs = profile.platforms.isEmpty() || profile.platforms.contains(hostPlatform());
    return isForUs ? hostPlatform() : profile.platforms.first();
}

// What is installed here says nothing about the other system. There the programs of --use are taken at their
// word.
Result<HostFacts> factsFor(Platform platform, const Profile& profile, const RequestWishes& wishes)
{
    if (platform == hostPlatform())
        return detectHost(detectionFor(profile, wishes));
    HostFacts facts;
    facts.platform = platform;
    for (auto entry = wishes.programs.cbegin(); entry != wishes.programs.cend(); ++entry) {
        QString path = entry.value();
        if (platform == Platform::Windows)
            path.replace(QLatin1Char('\\'), QLatin1Char('/'));
        if (!isAbsoluteOn(platform, path))
            return Error { QStringLiteral("--use %1 needs a whole path of %2, not \"%3\".")
                               .arg(entry.key(), platformName(platform), entry.value()) };
        nameProgram(facts, entry.key(), path);
    }
    return facts;
}

QString textOf(const StagePlan& plan, Platform platform)
{
    QString text;
    for (const Stage& stage : plan.stages) {
        text += QStringLiteral("%1 (%2)%3\n")
                    .arg(stage.title, stage.id,
                        stage.skipped ? QStringLiteral(": left out, %1").arg(stage.skipReason) : QString());
        for (const Command& command : stage.commands) {
            text += QStringLiteral("  # %1\n").arg(command.purpose);
            if (!command.workingFolder.isEmpty())
                text += QStringLiteral("  # in %1\n").arg(command.workingFolder);
            text += QStringLiteral("  %1\n").arg(commandText(command, platform));
        }
    }
    for (const QString& warning : plan.warnings)
        text += QStringLiteral("warning: %1\n").arg(warning);
    return text;
}

// Fails where a patch does not apply: that is what one wants to know beforehand.
int printDiff(const CommandLine& line, const BuildRequest& request, Console& console)
{
    const auto plan = planPatches(request.sourceFolder, request.patches);
    if (!plan)
        return console.failed(plan.error().message);
    const auto diff = diffOf(*plan);
    if (!diff)
        return console.failed(diff.error().message);
    if (line.has(QStringLiteral("json"))) {
        Json steps = Json::array();
        for (const PatchStep& step : plan->steps)
            steps.push_back({ { "file", toJson(step.file) }, { "why", toJson(step.why) },
                { "state", patchStateId(step.state, "applies") } });
        console.printJson({ { "schema", 1 }, { "source", toJson(request.sourceFolder) }, { "patches", steps },
            { "diff", toJson(QString::fromUtf8(*diff)) } });
    } else {
        console.printRaw(*diff);
    }
    return ExitCode::Good;
}

int printScript(const RequestDraft& draft, const BuildRequest& request, ScriptKind kind, Console& console)
{
    const auto script = buildScript(request, draft.assumptions, kind);
    if (!script)
        return console.wrongUse(script.error().message);
    console.printRaw(*script);
    return ExitCode::Good;
}

int printPlan(
    const RequestDraft& draft, const BuildRequest& request, bool asJson, Platform platform, Console& console)
{
    auto made = makeStagePlan(request, platform);
    if (!made)
        return console.wrongUse(made.error().message);
    for (const RequestAssumption& assumption : draft.assumptions)
        made->warnings << assumption.sentence;
    if (!request.jobsAtOnce())
        made->warnings << QStringLiteral("How many jobs run at once is decided on that machine.");
    const StagePlan plan = masked(*made); // what is printed is pasted into issues
    if (asJson)
        console.printJson({ { "schema", 1 }, { "profile", toJson(request.profileId) },
            { "platform", toJson(platformId(platform)) }, { "plan", toJson(plan) },
            { "request", toJson(masked(request)) } });
    else
        console.print(textOf(plan, platform));
    return ExitCode::Good;
}

}

int runPlan(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("plan --profile ID [options]"),
        QStringLiteral("Shows the exact commands that a build would run. Nothing is run."));
    declareProfileOption(line);
    line.option(QStringLiteral("platform"), QStringLiteral("NAME"),
        QStringLiteral("windows or linux; default: as the profile says"));
    line.option(QStringLiteral("format"), QStringLiteral("NAME"), QStringLiteral("text, sh, bat or json"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("the same as --format json"));
    line.option(QStringLiteral("diff"), {},
        QStringLiteral("what the profile's patches would change in the source tree, as a unified diff"));
    declareWishes(line);
    if (const auto code = line.parse(words, console))
        return *code;
    const QString format = line.value(QStringLiteral("format"));
    const QStringList formats { {}, QStringLiteral("text"), QStringLiteral("sh"), QStringLiteral("bat"),
        QStringLiteral("json") };
    if (!formats.contains(format))
        return console.wrongUse(QStringLiteral("--format is text, sh, bat or json, not \"%1\".").arg(format));
    const auto profile = chosenProfile(line);
    if (!profile)
        return console.wrongUse(profile.error().message);
    const auto wishes = readWishes(line);
    if (!wishes)
        return console.wrongUse(wishes.error().message + QLatin1Char('.'));
    auto platform = chosenPlatform(line, *profile);
    if (!platform)
        return console.wrongUse(platform.error().message);
    const auto named = scriptKindFromId(format);
    const bool isScript = named.has_value() && !line.has(QStringLiteral("json"));
    const ScriptKind kind = named.value_or(ScriptKind::Shell);
    if (isScript && line.has(QStringLiteral("platform")) && *platform != platformOf(kind))
        return console.wrongUse(QStringLiteral("--format %1 is a script for %2: leave out --platform %3.")
                                    .arg(format, platformName(platformOf(kind)), platformId(*platform)));
    if (isScript)
        platform = platformOf(kind);
    const auto facts = factsFor(*platform, *profile, *wishes);
    if (!facts)
        return console.wrongUse(facts.error().message);
    const RequestDraft draft = draftRequest(*profile, *facts, *wishes);
    const auto request = draft.plannable();
    if (!request)
        return console.failed(request.error().message);
    if (line.has(QStringLiteral("diff")))
        return printDiff(line, *request, console);
    if (isScript)
        return printScript(draft, *request, kind, console);
    const bool asJson = line.has(QStringLiteral("json")) || format == QLatin1String("json");
    return printPlan(draft, *request, asJson, *platform, console);
}

}
