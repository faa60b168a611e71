// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleDocuments.h"

#include "core/base/CannotRead.h"
#include "core/base/ControlCharacters.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/export/BundleFormat.h"
#include "core/store/AttemptFiles.h"

#include <algorithm>

namespace torchmason {

namespace {

// Null where it is not there.
Result<Json> documentIn(const QString& folder, const QString& name)
{
    RegularFile file(folder + QLatin1Char('/') + name);
    if (!file.exists())
        return Json();
    if (!file.openDocument())
        return cannotRead(name, file);
    auto document = parseJson(file.readAll(), name);
    if (document && !document->is_object())
        return Error { Core::tr("%1 is not a JSON object.").arg(name) };
    return document ? Result<Json>(withoutControls(*document)) : document;
}

// Readers make paths of these.
Result<void> checkPaths(const AttemptRecord& record)
{
    const auto isGood = [](const StageResult& stage) {
        return BundleFormat::isStageId(stage.id)
            && (stage.logFile.isEmpty() || stage.logFile == AttemptFiles::relativeLog(stage.id));
    };
    const auto isStage = [](const Stage& stage) { return BundleFormat::isStageId(stage.id); };
    if (!std::all_of(record.stages.begin(), record.stages.end(), isGood)
        || !std::all_of(record.plan.stages.begin(), record.plan.stages.end(), isStage))
        return Error { Core::tr("attempt.json names a stage or a log that cannot be one.") };
    return {};
}

// Numbers of attempts there mean others here.
void forgetEarlier(Json& request)
{
    if (request.is_object() && request.contains("continuesAttempt"))
        request["continuesAttempt"] = nullptr;
}

Json noteOf(const UnpackedBundle& bundle, qint64 now)
{
    Json note = { { "at", now }, { "number", bundle.head.attempt }, { "digest", toJson(bundle.digest) } };
    if (!bundle.head.computer.isEmpty())
        note["from"] = toJson(safeLine(bundle.head.computer));
    return note;
}

// An attempt whose runner had not written yet.
Json recordOf(const Json& request)
{
    AttemptRecord record;
    record.state = AttemptState::Running;
    record.error = QStringLiteral("The build never began: its runner did not start.");
    const auto wanted = buildRequestFromJson(request, AttemptFiles::request({}));
    if (wanted)
        record.request = *wanted;
    record.createdAt = JsonReader(request, {}).integer("createdAt", 0);
    return toJson(record);
}

void adapt(Json& record, const UnpackedBundle& bundle, qint64 now)
{
    record["imported"] = noteOf(bundle, now);
    record["runner"] = { { "pid", 0 }, { "startMark", "" }, { "socket", "" } };
    record.erase("waitsFor");
    if (record.contains("request"))
        forgetEarlier(record["request"]);
    // It may have ended between the two.
    const bool isRunning = record.value("state", Json()) == toJson(attemptStateId(AttemptState::Running));
    if (bundle.head.isUnfinished && isRunning)
        record["error"] = "The build was still running when the bundle was made.";
}

Result<void> adaptRequest(const QString& folder, Json& request)
{
    if (request.is_null())
        return {};
    if (const auto wanted = buildRequestFromJson(request, QStringLiteral("request.json")); !wanted)
        return wanted.error();
    forgetEarlier(request);
    return writeJsonFile(AttemptFiles::request(folder), request);
}

Result<void> adaptEnvironment(const QString& folder)
{
    const auto environment = documentIn(folder, QStringLiteral("environment.json"));
    if (!environment || environment->is_null())
        return environment ? Result<void>() : environment.error();
    return writeJsonFile(folder + QStringLiteral("/environment.json"), *environment);
}

// The tree that was patched is on another machine: here nothing is put back, see PatchUndo.
Result<void> adaptPatches(const QString& folder)
{
    const QString name = QStringLiteral("patches.json");
    auto patches = documentIn(folder, name);
    if (!patches || patches->is_null())
        return patches ? Result<void>() : patches.error();
    patches.value()["imported"] = true;
    return writeJsonFile(folder + QLatin1Char('/') + name, *patches);
}

// Lines to copy are made by this program for this machine; those of a bundle are not offered.
Result<void> adaptFindings(const QString& folder)
{
    auto document = documentIn(folder, QStringLiteral("findings.json"));
    if (!document || document->is_null())
        return document ? Result<void>() : document.error();
    for (Json& finding : document.value()["findings"]) {
        if (!finding.is_object() || !finding.contains("fixes"))
            continue;
        for (Json& fix : finding["fixes"]) {
            if (fix.is_object())
                fix.erase("command");
        }
    }
    return writeJsonFile(AttemptFiles::findings(folder), *document);
}

}

Result<AttemptRecord> adaptDocuments(const QString& folder, const UnpackedBundle& bundle, qint64 now)
{
    auto request = documentIn(folder, QStringLiteral("request.json"));
    if (!request)
        return request.error();
    if (const auto adapted = adaptRequest(folder, request.value()); !adapted)
        return adapted.error();
    auto document = documentIn(folder, QStringLiteral("attempt.json"));
    if (!document)
        return document.error();
    if (document->is_null() && request->is_null())
        return Error { Core::tr("neither attempt.json nor request.json is in it.") };
    if (document->is_null())
        document = recordOf(*request);
    adapt(document.value(), bundle, now);
    const auto record = attemptRecordFromJson(*document, QStringLiteral("attempt.json"));
    if (!record)
        return record.error();
    if (const auto checked = checkPaths(*record); !checked)
        return checked.error();
    for (const auto& done : { adaptEnvironment(folder), adaptFindings(folder), adaptPatches(folder),
             writeJsonFile(AttemptFiles::record(folder), *document) }) {
        if (!done)
            return done.error();
    }
    return record;
}

}
