// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptRecord.h"

#include "core/base/Core.h"
#include "core/store/AttemptFiles.h"
#include "core/store/OptionalJson.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr AttemptState attemptStates[] = { AttemptState::Requested, AttemptState::Running,
    AttemptState::Succeeded, AttemptState::Failed, AttemptState::Stopped, AttemptState::Interrupted };
constexpr StageState stageStates[] = { StageState::Waiting, StageState::Running, StageState::Succeeded,
    StageState::Failed, StageState::Stopped, StageState::Skipped };

AttemptState readAttemptState(JsonReader& reader)
{
    const QString id = reader.string("state");
    for (AttemptState state : attemptStates) {
        if (attemptStateId(state) == id)
            return state;
    }
    reader.fail(Core::tr("\"state\" is \"%1\", which is no known state.").arg(id));
    return AttemptState::Requested;
}

StageState readStageState(JsonReader& reader)
{
    const QString id = reader.string("state");
    for (StageState state : stageStates) {
        if (stageStateId(state) == id)
            return state;
    }
    reader.fail(Core::tr("\"state\" is \"%1\", which is no known state.").arg(id));
    return StageState::Waiting;
}

Json inputsToJson(const QMap<QString, QString>& inputs)
{
    Json json = Json::object();
    for (auto input = inputs.begin(); input != inputs.end(); ++input)
        json[input.key().toStdString()] = toJson(input.value());
    return json;
}

QMap<QString, QString> readInputs(const Json& json)
{
    QMap<QString, QString> inputs;
    if (!json.is_object())
        return inputs;
    for (const auto& [name, value] : json.items()) {
        if (value.is_string())
            inputs.insert(QString::fromStdString(name), QString::fromStdString(value.get<std::string>()));
    }
    return inputs;
}

Json wheelsToJson(const QVector<WheelRecord>& wheels)
{
    Json list = Json::array();
    for (const WheelRecord& wheel : wheels) {
        Json json { { "path", toJson(wheel.path) }, { "size", wheel.size },
            { "sha256", toJson(wheel.sha256) } };
        if (wheel.archs)
            json["archs"] = toJson(*wheel.archs);
        list.push_back(json);
    }
    return list;
}

QVector<WheelRecord> readWheels(const Json& list, const QString& where)
{
    QVector<WheelRecord> wheels;
    if (!list.is_array())
        return wheels;
    for (const Json& json : list) {
        JsonReader reader(json, where + QStringLiteral(": wheels"));
        WheelRecord wheel { reader.string("path"), 0, reader.string("sha256", {}) };
        if (reader.has("archs"))
            wheel.archs = reader.strings("archs");
        wheel.size = Bytes(std::max<qint64>(0, reader.integer("size", 0)));
        if (reader.ok())
            wheels.append(wheel);
    }
    return wheels;
}

Json importToJson(const ImportNote& note)
{
    Json document = { { "at", note.at }, { "number", note.number } };
    putText(document, "from", note.from);
    putText(document, "digest", note.digest);
    return document;
}

std::optional<ImportNote> readImport(const Json& document, const QString& where)
{
    if (!document.is_object())
        return std::nullopt;
    JsonReader reader(document, where);
    return ImportNote { reader.integer("at", 0), int(reader.integer("number", 0)), reader.string("from", {}),
        reader.string("digest", {}) };
}

Json stageToJson(const StageResult& stage)
{
    Json document = { { "id", toJson(stage.id) }, { "state", toJson(stageStateId(stage.state)) } };
    putOptional(document, "startedAt", stage.startedAt);
    putOptional(document, "durationMs", stage.duration);
    putOptional(document, "exitCode", stage.exitCode);
    putText(document, "error", stage.error);
    putOptional(document, "errors", stage.errors);
    putOptional(document, "warnings", stage.warnings);
    putText(document, "firstError", stage.firstError);
    if (stage.cache)
        document["cache"] = toJson(*stage.cache);
    putText(document, "logFile", stage.logFile);
    if (!stage.inputs.isEmpty())
        document["inputs"] = inputsToJson(stage.inputs);
    return document;
}

Result<StageResult> stageFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    StageResult stage;
    stage.id = reader.string("id");
    stage.state = readStageState(reader);
    stage.startedAt = reader.optionalInteger("startedAt");
    stage.duration = optionalMilliseconds(reader, "durationMs");
    if (const auto code = reader.optionalInteger("exitCode"))
        stage.exitCode = int(*code);
    stage.error = reader.string("error", QString());
    stage.errors = reader.optionalInteger("errors");
    stage.warnings = reader.optionalInteger("warnings");
    stage.firstError = reader.string("firstError", QString());
    if (reader.has("cache")) {
        const auto cache = cacheUseFromJson(reader.child("cache"), where);
        if (!cache)
            return cache.error();
        stage.cache = *cache;
    }
    stage.logFile = reader.string("logFile", QString());
    stage.inputs = readInputs(reader.child("inputs"));
    if (!reader.ok())
        return reader.error();
    return stage;
}

Json runnerToJson(const AttemptRecord& record)
{
    return { { "pid", record.runner.pid }, { "startMark", toJson(record.runner.startMark) },
        { "socket", toJson(record.socket) } };
}

// Reads the parts that are objects of their own. Answers the first problem.
Result<void> readParts(const Json& document, const QString& where, AttemptRecord& record)
{
    auto request
        = buildRequestFromJson(document.value("request", Json()), where + QStringLiteral(": request"));
    if (!request)
        return request.error();
    record.request = std::move(request).value();
    if (document.contains("plan")) {
        auto plan = stagePlanFromJson(document["plan"], where + QStringLiteral(": plan"));
        if (!plan)
            return plan.error();
        record.plan = std::move(plan).value();
    }
    const Json stages = document.value("stages", Json::array());
    if (!stages.is_array())
        return Error { Core::tr("%1: \"stages\" must be a list.").arg(where) };
    for (const Json& item : stages) {
        const auto stage = stageFromJson(item, where + QStringLiteral(": stages"));
        if (!stage)
            return stage.error();
        record.stages.append(*stage);
    }
    return {};
}

void readRunner(const Json& document, const QString& where, AttemptRecord& record)
{
    if (!document.is_object())
        return;
    JsonReader reader(document, where);
    record.runner.pid = reader.integer("pid", 0);
    record.runner.startMark = reader.string("startMark", QString());
    record.socket = reader.string("socket", QString());
}

void readWaitsFor(const Json& list, AttemptRecord& record)
{
    if (!list.is_array())
        return;
    for (const Json& number : list) {
        if (number.is_number_integer())
            record.waitsFor.append(number.get<int>());
    }
}

Result<void> checkSchema(JsonReader& reader, const QString& where)
{
    const qint64 schema = reader.integer("schema");
    if (reader.ok() && schema > AttemptFiles::schema)
        return Error { Core::tr("%1 was written by a newer version of Torchmason (schema %2, this one reads "
                                "up to %3); update the program to open it.")
                           .arg(where)
                           .arg(schema)
                           .arg(AttemptFiles::schema) };
    return {};
}

}

bool isWaiting(const AttemptRecord& record)
{
    return record.state == AttemptState::Running && !record.startedAt && record.request.queue;
}

QString attemptStateId(AttemptState state)
{
    switch (state) {
    case AttemptState::Requested:
        return QStringLiteral("requested");
    case AttemptState::Running:
        return QStringLiteral("running");
    case AttemptState::Succeeded:
        return QStringLiteral("succeeded");
    case AttemptState::Failed:
        return QStringLiteral("failed");
    case AttemptState::Stopped:
        return QStringLiteral("stopped");
    case AttemptState::Interrupted:
        return QStringLiteral("interrupted");
    }
    return {};
}

QString stageStateId(StageState state)
{
    switch (state) {
    case StageState::Waiting:
        return QStringLiteral("waiting");
    case StageState::Running:
        return QStringLiteral("running");
    case StageState::Succeeded:
        return QStringLiteral("succeeded");
    case StageState::Failed:
        return QStringLiteral("failed");
    case StageState::Stopped:
        return QStringLiteral("stopped");
    case StageState::Skipped:
        return QStringLiteral("skipped");
    }
    return {};
}

Json toJson(const AttemptRecord& record)
{
    Json document
        = { { "schema", AttemptFiles::schema }, { "number", record.number }, { "id", toJson(record.id) },
              { "state", toJson(attemptStateId(record.state)) }, { "createdAt", record.createdAt } };
    putOptional(document, "startedAt", record.startedAt);
    putOptional(document, "endedAt", record.endedAt);
    putOptional(document, "durationMs", record.duration);
    putText(document, "error", record.error);
    putText(document, "firstFinding", record.firstFinding);
    putText(document, "firstFindingRule", record.firstFindingRule);
    putOptional(document, "peakMemory", record.peakMemory);
    putOptional(document, "edgesDone", record.edgesDone);
    putOptional(document, "edgesTotal", record.edgesTotal);
    if (isWaiting(record)) {
        document["waitsFor"] = Json::array();
        for (const int number : record.waitsFor)
            document["waitsFor"].push_back(number);
    }
    document["products"] = toJson(record.products);
    if (!record.wheels.isEmpty())
        document["wheels"] = wheelsToJson(record.wheels);
    document["programVersion"] = toJson(record.programVersion);
    if (record.imported)
        document["imported"] = importToJson(*record.imported);
    document["runner"] = runnerToJson(record);
    document["stages"] = Json::array();
    for (const StageResult& stage : record.stages)
        document["stages"].push_back(stageToJson(stage));
    document["plan"] = toJson(record.plan);
    document["request"] = toJson(record.request);
    return document;
}

Result<AttemptRecord> attemptRecordFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    if (const auto known = checkSchema(reader, where); !known)
        return known.error();
    AttemptRecord record;
    record.number = int(reader.integer("number"));
    record.id = reader.string("id", QString());
    record.state = readAttemptState(reader);
    record.createdAt = reader.integer("createdAt", 0);
    record.startedAt = reader.optionalInteger("startedAt");
    record.endedAt = reader.optionalInteger("endedAt");
    record.duration = optionalMilliseconds(reader, "durationMs");
    record.error = reader.string("error", QString());
    record.firstFinding = reader.string("firstFinding", QString());
    record.firstFindingRule = reader.string("firstFindingRule", QString());
    record.peakMemory = optionalBytes(reader, "peakMemory");
    record.edgesDone = reader.optionalInteger("edgesDone");
    record.edgesTotal = reader.optionalInteger("edgesTotal");
    readWaitsFor(reader.child("waitsFor"), record);
    record.products = reader.strings("products");
    record.wheels = readWheels(reader.child("wheels"), where);
    record.programVersion = reader.string("programVersion", QString());
    record.imported = readImport(reader.child("imported"), where);
    readRunner(reader.child("runner"), where, record);
    if (!reader.ok())
        return reader.error();
    if (const auto parts = readParts(document, where, record); !parts)
        return parts.error();
    return record;
}

}
