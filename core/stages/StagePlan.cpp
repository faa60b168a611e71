// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StagePlan.h"

#include "core/base/Core.h"

#include "core/config/InheritedOptions.h"
#include "core/config/WheelObstacles.h"
#include "core/request/ConfigurationJson.h"
#include "core/request/TreeBackend.h"
#include "core/stages/StageMakers.h"

#include <algorithm>

namespace torchmason {

namespace {

Result<void> checkFolders(const BuildRequest& request, Platform platform)
{
    if (!isAbsoluteOn(platform, request.sourceFolder))
        return Error {
            Core::tr("The source folder \"%1\" must be an absolute path.").arg(request.sourceFolder)
        };
    if (!isAbsoluteOn(platform, request.buildFolder))
        return Error {
            Core::tr("The build folder \"%1\" must be an absolute path.").arg(request.buildFolder)
        };
    if (isInsideOn(platform, request.sourceFolder, request.buildFolder))
        return Error { Core::tr(
            "The source tree %1 lies in the build folder %2; choose another build folder, "
            "because it may be emptied.")
                           .arg(request.sourceFolder, request.buildFolder) };
    return {};
}

// Names stand unquoted in the scripts that are made of a plan.
Result<void> checkEnvironment(const Configuration& configuration)
{
    for (const EnvironmentValue& variable : configuration.environment) {
        if (!isVariableName(variable.name))
            return Error {
                Core::tr("\"%1\" cannot be the name of an environment variable.").arg(variable.name)
            };
    }
    return {};
}

// Position of a stage in the plan. Naming an unknown one is an error that lists those there are.
Result<int> positionOf(const StagePlan& plan, const QString& id)
{
    QStringList known;
    for (int index = 0; index < plan.stages.size(); ++index) {
        if (plan.stages[index].id == id)
            return index;
        known << plan.stages[index].id;
    }
    return Error {
        Core::tr("There is no stage \"%1\"; the stages are %2.").arg(id, known.join(QLatin1String(", ")))
    };
}

// Of a stage that every plan has.
Stage* stageOf(StagePlan& plan, StageKind kind)
{
    return &*std::find_if(
        plan.stages.begin(), plan.stages.end(), [kind](const Stage& stage) { return stage.kind == kind; });
}

QVector<StageFacts> stagesInOrder(const BuildRequest& request)
{
    QVector<StageFacts> stages(std::begin(stageCatalogue), std::end(stageCatalogue));
    // A wheel is verified before it replaces another one. The order is the same where none is installed yet;
    // a copy of the build is verified where it was copied to.
    if (request.install.isWanted() || (wantsWheel(request.backend) && request.installPrefix().isEmpty()))
        std::stable_partition(stages.begin(), stages.end(),
            [](const StageFacts& stage) { return stage.kind != StageKind::Install; });
    return stages;
}

// Every maker of StageMakers.h has a row; test_stageplan compares the kinds with the catalogue.
StageMaker stageMaker(StageKind kind)
{
    return std::find_if(std::begin(stageMakers), std::end(stageMakers), [kind](const auto& row) {
        return row.first == kind;
    })->second;
}

void skip(Stage& stage, const QString& reason)
{
    if (!stage.skipped)
        stage.skipReason = reason;
    stage.skipped = true;
}

// Skips what lies outside of from..until. A clean build folder that was asked for stays part of a build
// that begins at configure.
Result<void> applyRange(StagePlan& plan, const BuildRequest& request)
{
    const auto from = request.fromStage.isEmpty() ? Result<int>(0) : positionOf(plan, request.fromStage);
    if (!from)
        return from.error();
    const auto until = request.untilStage.isEmpty() ? Result<int>(int(plan.stages.size()) - 1)
                                                    : positionOf(plan, request.untilStage);
    if (!until)
        return until.error();
    if (*from > *until)
        return Error { Core::tr("A build cannot begin at \"%1\" and end at \"%2\": %2 comes first.")
                           .arg(request.fromStage, request.untilStage) };
    for (int index = 0; index < plan.stages.size(); ++index) {
        Stage& stage = plan.stages[index];
        const bool isWantedClean
            = stage.kind == StageKind::Clean && request.clean && beginsAt(request, StageKind::Configure);
        const bool isRepeated = stageFacts(stage.kind).repeats && !beginsAt(request, StageKind::Install);
        if (index < *from && !isWantedClean && !isRepeated)
            skip(stage, Core::tr("before \"%1\", where this build begins").arg(request.fromStage));
        if (index > *until)
            skip(stage, Core::tr("after \"%1\", where this build ends").arg(request.untilStage));
    }
    return {};
}

Result<void> applySkips(StagePlan& plan, const BuildRequest& request)
{
    for (const QString& id : request.skippedStages) {
        const auto position = positionOf(plan, id);
        if (!position)
            return position.error();
        skip(plan.stages[*position], Core::tr("it was left out on request"));
    }
    return {};
}

void leaveOutInstall(StagePlan& plan, const BuildRequest& request)
{
    if (!request.install.isWanted() || !request.install.wheel.isEmpty())
        return;
    const auto wheel = std::find_if(plan.stages.begin(), plan.stages.end(),
        [](const Stage& stage) { return stage.kind == StageKind::Wheel; });
    if (wheel == plan.stages.end())
        skip(*stageOf(plan, StageKind::Install), Core::tr("this build packs no wheel"));
    else if (wheel->skipped && !beginsAfterPacking(request))
        skip(*stageOf(plan, StageKind::Install), Core::tr("no wheel is packed: %1").arg(wheel->skipReason));
}

// Cleaning removes the configuration, so a build that needs one cannot begin after configuring.
Result<void> checkClean(StagePlan& plan, const BuildRequest& request)
{
    const bool buildsLater
        = !stageOf(plan, StageKind::Compile)->skipped || !stageOf(plan, StageKind::Verify)->skipped;
    if (request.clean && stageOf(plan, StageKind::Configure)->skipped && buildsLater)
        return Error { Core::tr("A clean build folder has to be configured again: begin at \"configure\" or "
                                "earlier, or do not ask for a clean one.") };
    return {};
}

}

QString shownTitle(const Stage& stage)
{
    return shownText(stage.title);
}

bool tellsOfTheBuild(const StagePlan& plan, const QString& stage)
{
    bool compiles = false;
    for (const Stage& one : plan.stages) {
        if (one.kind != StageKind::Compile || one.skipped)
            continue;
        compiles = true;
        if (one.id == stage)
            return true;
    }
    return !compiles;
}

void fillAttemptFolder(StagePlan& plan, const QString& folder)
{
    for (Stage& stage : plan.stages) {
        for (Command& command : stage.commands) {
            for (QString& argument : command.arguments)
                argument.replace(attemptFolderMark(), folder);
        }
    }
}

Result<StagePlan> makeStagePlan(
    const BuildRequest& request, Platform platform, const QVector<EnvironmentValue>& inherited)
{
    if (const auto checked = checkFolders(request, platform); !checked)
        return checked.error();
    if (const auto checked = checkEnvironment(request.configuration); !checked)
        return checked.error();
    StagePlan plan;
    const StageContext context { request, platform, plan.warnings, takenConfiguration(request, inherited) };
    for (const StageFacts& facts : stagesInOrder(request)) {
        auto stage = stageMaker(facts.kind)(context);
        if (!stage)
            return stage.error();
        if (facts.optional && stage->commands.isEmpty())
            continue;
        stage->kind = facts.kind;
        stage->id = QLatin1String(facts.id);
        if (stage->title.isEmpty())
            stage->title = QLatin1String(facts.title);
        if (facts.builds) {
            for (const Stage& before : std::as_const(plan.stages))
                stage->after << before.id;
        }
        stage->fingerprint = fingerprintOf(stage->commands, stage->fingerprint);
        plan.stages.append(std::move(stage).value());
    }
    if (const auto ranged = applyRange(plan, request); !ranged)
        return ranged.error();
    if (const auto skipped = applySkips(plan, request); !skipped)
        return skipped.error();
    if (!request.clean && !beginsAt(request, StageKind::Clean))
        skip(*stageOf(plan, StageKind::Clean), Core::tr("a clean build folder was not asked for"));
    leaveOutInstall(plan, request);
    if (const auto checked = checkClean(plan, request); !checked)
        return checked.error();
    if (wantsWheel(request.backend) && !makesWheel(request.backend))
        plan.warnings << Core::tr("No wheel will be made: %1.")
                             .arg(reasonAgainstWheel(request, context.taken, platform));
    return plan;
}

namespace {

Json commandJson(const Command& command)
{
    Json json = { { "program", toJson(command.program) }, { "arguments", toJson(command.arguments) },
        { "workingFolder", toJson(command.workingFolder) }, { "environment", toJson(command.environment) },
        { "purpose", toJson(command.purpose) } };
    if (command.tries > 1)
        json["tries"] = command.tries;
    return json;
}

Json stageJson(const Stage& stage)
{
    Json commands = Json::array();
    for (const Command& command : stage.commands)
        commands.push_back(commandJson(command));
    return { { "id", toJson(stage.id) }, { "kind", toJson(stageKindId(stage.kind)) },
        { "title", toJson(stage.title) }, { "commands", commands }, { "after", toJson(stage.after) },
        { "skipped", stage.skipped }, { "skipReason", toJson(stage.skipReason) },
        { "fingerprint", toJson(stage.fingerprint) } };
}

Command readCommand(JsonReader& reader)
{
    Command command;
    command.program = reader.string("program");
    command.arguments = reader.strings("arguments");
    command.workingFolder = reader.string("workingFolder", {});
    command.environment = readEnvironment(reader, "environment");
    command.purpose = reader.string("purpose", {});
    command.tries = int(std::clamp<qint64>(reader.integer("tries", 1), 1, 10));
    return command;
}

// Unlike other lists, those of a plan must be there.
template <typename Item>
QVector<Item> readObjects(JsonReader& outer, const char* member, Item (*read)(JsonReader&))
{
    if (outer.child(member).is_null())
        outer.fail(QLatin1String(member), QStringLiteral("must be a list."));
    return outer.list(member, read);
}

Stage readStage(JsonReader& reader)
{
    Stage stage;
    stage.id = reader.string("id");
    const QString kind = reader.string("kind");
    if (const auto known = stageKindFromId(kind))
        stage.kind = *known;
    else
        reader.fail(QStringLiteral("\"kind\" is \"%1\", which is not a kind of stage.").arg(kind));
    stage.title = reader.string("title", {});
    stage.commands = readObjects(reader, "commands", readCommand);
    stage.after = reader.strings("after");
    stage.skipped = reader.boolean("skipped", false);
    stage.skipReason = reader.string("skipReason", {});
    stage.fingerprint = reader.string("fingerprint", {});
    return stage;
}

}

Json toJson(const StagePlan& plan)
{
    Json stages = Json::array();
    for (const Stage& stage : plan.stages)
        stages.push_back(stageJson(stage));
    return { { "stages", stages }, { "warnings", toJson(plan.warnings) } };
}

Result<StagePlan> stagePlanFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    StagePlan plan;
    plan.stages = readObjects(reader, "stages", readStage);
    plan.warnings = reader.strings("warnings");
    if (!reader.ok())
        return reader.error();
    return plan;
}

}
