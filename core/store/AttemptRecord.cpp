// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptRecord.h"

#include "core/base/Core.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "core/store/MembersJson.h"

#include <QDir>

namespace torchmason {

namespace {

// In the order of AttemptState and StageState.
constexpr const char* attemptStates[]
    = { "requested", "running", "succeeded", "failed", "stopped", "interrupted" };
constexpr const char* stageStates[] = { "waiting", "running", "succeeded", "failed", "stopped", "skipped" };

}

template <typename Io> void members(Io& io, CacheUse& use)
{
    io("tool", use.tool, MemberForm::Required);
    io("hits", use.hits, MemberForm::Required);
    io("misses", use.misses, MemberForm::Required);
    io("uncached", use.uncached);
    io("storageErrors", use.storageErrors);
    io("exact", use.exact, MemberForm::Always);
}

template <typename Io> void members(Io& io, WheelRecord& wheel)
{
    io("path", wheel.path, MemberForm::Required);
    io("size", wheel.size);
    io("sha256", wheel.sha256, MemberForm::Always);
    io("archs", wheel.archs);
}

template <typename Io> void members(Io& io, ImportNote& note)
{
    io("at", note.at);
    io("number", note.number);
    io("from", note.from);
    io("digest", note.digest);
    io("log", note.log);
    io("timesOfLog", note.hasTimes);
    io("told", note.told);
}

template <typename Io> void members(Io& io, StageResult& stage)
{
    io("id", stage.id, MemberForm::Required);
    io("state", stage.state, stageStates);
    io("startedAt", stage.startedAt);
    io("durationMs", stage.duration);
    io("exitCode", stage.exitCode);
    io("error", stage.error);
    io("errors", stage.errors);
    io("warnings", stage.warnings);
    io("firstError", stage.firstError);
    io("cache", stage.cache, MemberForm::Required);
    io("logFile", stage.logFile);
    io("inputs", stage.inputs);
}

// Without request, plan, stages and runner.
template <typename Io> void members(Io& io, AttemptRecord& record)
{
    io("number", record.number, MemberForm::Required);
    io("id", record.id, MemberForm::Always);
    io("state", record.state, attemptStates);
    io("createdAt", record.createdAt);
    io("startedAt", record.startedAt);
    io("endedAt", record.endedAt);
    io("durationMs", record.duration);
    io("error", record.error);
    io("firstFinding", record.firstFinding);
    io("firstFindingRule", record.firstFindingRule);
    io("peakMemory", record.peakMemory);
    io("edgesDone", record.edgesDone);
    io("edgesTotal", record.edgesTotal);
    io("edgesInAll", record.edgesInAll);
    io("edgesFailed", record.edgesFailed);
    io("buildFolderSize", record.buildFolderSize);
    io("productsSize", record.productsSize);
    io("folderSwitches", record.folderSwitches);
    io("waitsFor", record.waitsFor, isWaiting(record) ? MemberForm::Always : MemberForm::Never);
    io("products", record.products, MemberForm::Always);
    io("productSizes", record.productSizes);
    io("wheels", record.wheels);
    io("programVersion", record.programVersion, MemberForm::Always);
    io("imported", record.imported);
}

namespace {

// Reads the parts that are objects of their own. Answers the first problem.
Result<void> readParts(const Json& document, const QString& where, AttemptRecord& record)
{
    const JsonReader members(document, where);
    auto request = buildRequestFromJson(members.child("request"), where + QStringLiteral(": request"));
    if (!request)
        return request.error();
    record.request = std::move(request).value();
    if (document.contains("plan")) {
        auto plan = stagePlanFromJson(document["plan"], where + QStringLiteral(": plan"));
        if (!plan)
            return plan.error();
        record.plan = std::move(plan).value();
    }
    const Json& stages = members.child("stages");
    if (members.has("stages") && !stages.is_array())
        return Error { Core::tr("%1: \"stages\" must be a list.").arg(where) };
    for (const Json& item : stages) {
        const auto stage = itemFromJson<StageResult>(item, where + QStringLiteral(": stages"));
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

QString wheelFileName(const WheelRecord& wheel)
{
    // Also on another system than the one that made it.
    return QString(wheel.path).replace(u'\\', u'/').section(u'/', -1);
}

QString shortHash(const WheelRecord& wheel)
{
    return wheel.sha256.left(12);
}

QStringList productsOf(const AttemptRecord& record)
{
    return record.wheels.isEmpty() ? record.products : QStringList();
}

bool isOfLog(const AttemptRecord& record)
{
    return record.imported && !record.imported->log.isEmpty();
}

qint64 startOf(const AttemptRecord& record)
{
    return record.startedAt.value_or(record.createdAt);
}

QString startText(const AttemptRecord& record, const QString& moment)
{
    return isOfLog(record) && !record.startedAt ? Core::tr("imported %1").arg(moment) : moment;
}

QString stageTitle(const AttemptRecord& record, const QString& stageId)
{
    for (const Stage& stage : record.plan.stages) {
        if (stage.id == stageId && !stage.title.isEmpty())
            return shownTitle(stage);
    }
    const auto kind = stageKindFromId(stageId); // a list of attempts has no plans
    return kind ? Core::tr(stageFacts(*kind).title) : stageId;
}

bool isWaiting(const AttemptRecord& record)
{
    return record.state == AttemptState::Running && !record.startedAt && record.request.queue;
}

QString attemptStateId(AttemptState state)
{
    return QLatin1String(attemptStates[int(state)]);
}

QString stageStateId(StageState state)
{
    return QLatin1String(stageStates[int(state)]);
}

Json toJson(const CacheUse& use)
{
    return written(use);
}

Result<CacheUse> cacheUseFromJson(const Json& document, const QString& where)
{
    return itemFromJson<CacheUse>(document, where);
}

Json toJson(const AttemptRecord& record)
{
    Json document = written(record, { { "schema", AttemptFiles::schema } });
    document["runner"] = { { "pid", record.runner.pid }, { "startMark", toJson(record.runner.startMark) },
        { "socket", toJson(record.socket) } };
    document["stages"] = Json::array();
    for (const StageResult& stage : record.stages)
        document["stages"].push_back(written(stage));
    document["plan"] = toJson(record.plan);
    document["request"] = toJson(record.request);
    return document;
}

Result<AttemptRecord> attemptRecordFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    if (const auto known = checkSchema(reader, where); !known)
        return known.error();
    auto record = readItem<AttemptRecord>(reader);
    readRunner(reader.child("runner"), where, record);
    if (!reader.ok())
        return reader.error();
    if (record.peakMemory == Bytes(0)) // no process of the build was seen, so nothing was measured
        record.peakMemory.reset();
    if (const auto parts = readParts(document, where, record); !parts)
        return parts.error();
    return record;
}

}
