// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/ConfigurationJson.h"
#include "core/stages/StagePlan.h"

#include <algorithm>

namespace torchmason {

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
        reader.fail(QStringLiteral("\"kind\" is \"%1\", which is no kind of stage.").arg(kind));
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
