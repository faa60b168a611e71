// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptLines.h"

#include "core/store/MembersJson.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

// Every line says which version of the format it is, so that one file may hold several.
Json line()
{
    return { { "v", 1 } };
}

}

template <typename Io> void members(Io& io, RunningEdge& edge)
{
    io("pid", edge.pid);
    io("ageMs", edge.age);
    io("output", edge.output);
    io("language", edge.language);
    io("memory", edge.memory);
    io("expected", edge.expected);
}

template <typename Io> void members(Io& io, HeldBackEdge& edge)
{
    io("waitedMs", edge.waited);
    io("expected", edge.expected);
    io("output", edge.output);
    io("language", edge.language);
    io("reason", edge.reason);
}

template <typename Io> void members(Io& io, GateSample& gate)
{
    io("jobs", gate.jobs);
    io("running", gate.running);
    io("waitingCount", gate.waitingCount);
    io("heldBackCount", gate.heldBackCount);
    io("heldBack", gate.heldBack, MemberForm::Always);
    io("preempted", gate.preempted);
    io("retried", gate.retried);
    io("memoryLimit", gate.memoryLimit);
}

template <typename Io> void members(Io& io, Sample& sample)
{
    io("time", sample.time, MemberForm::Required);
    io("elapsed", sample.elapsed);
    io("memoryTotal", sample.memoryTotal);
    io("memoryAvailable", sample.memoryAvailable);
    io("buildMemory", sample.buildMemory);
    io("peakMemory", sample.peakMemory);
    io("swapUsed", sample.swapUsed);
    io("coreLoad", sample.coreLoad, MemberForm::Always);
    io("memoryPressure", sample.memoryPressure);
    io("cpuPressure", sample.cpuPressure);
    io("ioPressure", sample.ioPressure);
    io("diskFree", sample.diskFree);
    io("stage", sample.stage);
    io("logOffset", sample.logOffset);
    io("errors", sample.errors);
    io("warnings", sample.warnings);
    io("gate", sample.gate);
    io("running", sample.running, MemberForm::Always);
}

template <typename Io> void members(Io& io, EdgeRecord& edge)
{
    io("output", edge.output, MemberForm::Required);
    io("language", edge.language);
    io("start", edge.start, MemberForm::Required);
    io("end", edge.end, MemberForm::Required);
    io("failed", edge.failed);
    io("peakMemory", edge.peakMemory);
    io("processor", edge.processor);
    io("heldBackMs", edge.heldBack);
    io("restarts", edge.restarts);
}

template <typename Io> void members(Io& io, BuildProgress& progress)
{
    io("done", progress.done);
    io("total", progress.total);
    io("running", progress.running);
    io("inAll", progress.inAll);
    io("description", progress.description);
    io("remainingLowMs", progress.remainingLow);
    io("remainingHighMs", progress.remainingHigh);
    io("reason", progress.reason);
    io("preparing", progress.preparing);
}

Json toJson(const AttemptEvent& event)
{
    Json document = line();
    document["time"] = event.time;
    document["type"] = toJson(event.type);
    putText(document, "stage", event.stage);
    if (!event.data.is_null())
        document["data"] = event.data;
    return document;
}

Json toJson(const Sample& sample)
{
    Sample rounded = sample;
    for (double& load : rounded.coreLoad) // a thousandth of a core is finer than any chart
        load = std::round(std::clamp(load, 0.0, 1e6) * 1000) / 1000;
    return written(rounded, line());
}

Json toJson(const EdgeRecord& edge)
{
    Json document = written(edge, line());
    if (edge.restarts == 0)
        document.erase("restarts");
    return document;
}

Json toJson(const BuildProgress& progress)
{
    return written(progress);
}

Json toJson(const QVector<LogError>& errors)
{
    Json list = Json::array();
    for (const LogError& error : errors) {
        Json entry { { "line", error.line } };
        putText(entry, "place", error.place);
        entry["text"] = toJson(error.text);
        putText(entry, "step", error.step);
        list.push_back(entry);
    }
    return list;
}

QVector<LogError> logErrorsOf(const AttemptEvent& event)
{
    QVector<LogError> errors;
    JsonReader data(event.data, event.type);
    for (JsonReader& entry : data.objects("told"))
        errors.append({ event.stage, entry.integer("line", 0), entry.string("place", {}),
            entry.string("text", {}), entry.string("step", {}) });
    return errors;
}

Result<AttemptEvent> attemptEventFromJson(const Json& document)
{
    JsonReader reader(document, QStringLiteral("event"));
    AttemptEvent event;
    event.time = reader.integer("time");
    event.type = reader.string("type");
    event.stage = reader.string("stage", QString());
    event.data = reader.child("data");
    if (!reader.ok())
        return reader.error();
    return event;
}

Result<Sample> sampleFromJson(const Json& document)
{
    return itemFromJson<Sample>(document, QStringLiteral("sample"));
}

constexpr Milliseconds longestSpan = std::chrono::hours(24 * 3650);
constexpr Bytes mostMemory = Bytes(1) << 50;

Result<EdgeRecord> edgeRecordFromJson(const Json& document)
{
    auto edge = itemFromJson<EdgeRecord>(document, QStringLiteral("edge"));
    if (!edge)
        return edge;
    // Such bounds that sums over all edges of an attempt fit.
    for (qint64* time : { &edge->start, &edge->end })
        *time = std::clamp<qint64>(*time, 0, longestSpan.count());
    for (std::optional<Milliseconds>* span : { &edge->processor, &edge->heldBack }) {
        if (*span && (**span < Milliseconds(0) || **span > longestSpan))
            span->reset();
    }
    if (edge->peakMemory > mostMemory)
        edge->peakMemory.reset();
    edge->restarts = std::max(0, edge->restarts);
    return edge;
}

Result<BuildProgress> buildProgressFromJson(const Json& document)
{
    return itemFromJson<BuildProgress>(document, QStringLiteral("progress"));
}

}
