// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptLines.h"

#include "core/store/OptionalJson.h"

namespace torchmason {

namespace {

// Every line says which version of the format it is, so that one file may hold several.
Json line()
{
    return { { "v", 1 } };
}

Json edgeToJson(const RunningEdge& edge)
{
    Json document = { { "pid", edge.pid }, { "ageMs", qint64(edge.age.count()) } };
    putText(document, "output", edge.output);
    putText(document, "language", edge.language);
    putOptional(document, "memory", edge.memory);
    putOptional(document, "expected", edge.expected);
    return document;
}

RunningEdge runningEdgeFromJson(const Json& document)
{
    JsonReader reader(document, QStringLiteral("sample: running"));
    RunningEdge edge;
    edge.pid = reader.integer("pid", 0);
    edge.output = reader.string("output", QString());
    edge.language = reader.string("language", QString());
    edge.age = Milliseconds(reader.integer("ageMs", 0));
    edge.memory = optionalBytes(reader, "memory");
    edge.expected = optionalBytes(reader, "expected");
    return edge;
}

Json gateToJson(const GateSample& gate)
{
    Json document = { { "jobs", gate.jobs }, { "running", gate.running },
        { "waitingCount", gate.waitingCount }, { "heldBackCount", gate.heldBackCount },
        { "heldBack", Json::array() }, { "preempted", gate.preempted }, { "retried", gate.retried } };
    putOptional(document, "memoryLimit", gate.memoryLimit);
    for (const HeldBackEdge& edge : gate.heldBack) {
        Json entry = { { "waitedMs", qint64(edge.waited.count()) }, { "expected", edge.expected } };
        putText(entry, "output", edge.output);
        putText(entry, "language", edge.language);
        putText(entry, "reason", edge.reason);
        document["heldBack"].push_back(std::move(entry));
    }
    return document;
}

GateSample gateFromJson(const Json& document)
{
    JsonReader reader(document, QStringLiteral("sample: gate"));
    GateSample gate;
    gate.jobs = int(reader.integer("jobs", 0));
    gate.running = int(reader.integer("running", 0));
    gate.waitingCount = int(reader.integer("waitingCount", 0));
    gate.heldBackCount = int(reader.integer("heldBackCount", 0));
    gate.preempted = reader.integer("preempted", 0);
    gate.retried = reader.integer("retried", 0);
    gate.memoryLimit = optionalBytes(reader, "memoryLimit");
    if (!reader.child("heldBack").is_array())
        return gate;
    for (const Json& entry : reader.child("heldBack")) {
        JsonReader edge(entry, QStringLiteral("sample: gate: heldBack"));
        gate.heldBack.append({ edge.string("output", QString()), edge.string("language", QString()),
            Milliseconds(edge.integer("waitedMs", 0)), optionalBytes(edge, "expected").value_or(0),
            edge.string("reason", QString()) });
    }
    return gate;
}

QVector<double> loadsFromJson(const Json& list)
{
    QVector<double> loads;
    if (!list.is_array())
        return loads;
    for (const Json& load : list)
        loads.append(load.is_number() ? load.get<double>() : 0.0);
    return loads;
}

// A thousandth of a core is finer than any chart.
double rounded(double load)
{
    return double(qRound(load * 1000)) / 1000;
}

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
    Json document = line();
    document["time"] = sample.time;
    document["elapsed"] = sample.elapsed;
    putOptional(document, "memoryTotal", sample.memoryTotal);
    putOptional(document, "memoryAvailable", sample.memoryAvailable);
    putOptional(document, "buildMemory", sample.buildMemory);
    putOptional(document, "swapUsed", sample.swapUsed);
    document["coreLoad"] = Json::array();
    for (double load : sample.coreLoad)
        document["coreLoad"].push_back(rounded(load));
    putOptional(document, "memoryPressure", sample.memoryPressure);
    putOptional(document, "cpuPressure", sample.cpuPressure);
    putOptional(document, "ioPressure", sample.ioPressure);
    putOptional(document, "diskFree", sample.diskFree);
    putText(document, "stage", sample.stage);
    document["logOffset"] = sample.logOffset;
    if (sample.gate)
        document["gate"] = gateToJson(*sample.gate);
    document["running"] = Json::array();
    for (const RunningEdge& edge : sample.running)
        document["running"].push_back(edgeToJson(edge));
    return document;
}

Json toJson(const EdgeRecord& edge)
{
    Json document = line();
    document["output"] = toJson(edge.output);
    putText(document, "language", edge.language);
    document["start"] = edge.start;
    document["end"] = edge.end;
    if (edge.failed)
        document["failed"] = true;
    putOptional(document, "peakMemory", edge.peakMemory);
    putOptional(document, "processor", edge.processor);
    return document;
}

Json toJson(const BuildProgress& progress)
{
    Json document
        = { { "done", progress.done }, { "total", progress.total }, { "running", progress.running } };
    putText(document, "description", progress.description);
    putOptional(document, "remainingLowMs", progress.remainingLow);
    putOptional(document, "remainingHighMs", progress.remainingHigh);
    putText(document, "reason", progress.reason);
    if (progress.preparing)
        document["preparing"] = true;
    return document;
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
    JsonReader reader(document, QStringLiteral("sample"));
    Sample sample;
    sample.time = reader.integer("time");
    sample.elapsed = reader.integer("elapsed", 0);
    sample.memoryTotal = optionalBytes(reader, "memoryTotal");
    sample.memoryAvailable = optionalBytes(reader, "memoryAvailable");
    sample.buildMemory = optionalBytes(reader, "buildMemory");
    sample.swapUsed = optionalBytes(reader, "swapUsed");
    sample.coreLoad = loadsFromJson(reader.child("coreLoad"));
    sample.memoryPressure = reader.optionalNumber("memoryPressure");
    sample.cpuPressure = reader.optionalNumber("cpuPressure");
    sample.ioPressure = reader.optionalNumber("ioPressure");
    sample.diskFree = optionalBytes(reader, "diskFree");
    sample.stage = reader.string("stage", QString());
    sample.logOffset = reader.integer("logOffset", 0);
    if (reader.child("gate").is_object())
        sample.gate = gateFromJson(reader.child("gate"));
    const Json& running = reader.child("running");
    if (running.is_array()) {
        for (const Json& edge : running)
            sample.running.append(runningEdgeFromJson(edge));
    }
    if (!reader.ok())
        return reader.error();
    return sample;
}

Result<EdgeRecord> edgeRecordFromJson(const Json& document)
{
    JsonReader reader(document, QStringLiteral("edge"));
    EdgeRecord edge;
    edge.output = reader.string("output");
    edge.language = reader.string("language", QString());
    edge.start = reader.integer("start");
    edge.end = reader.integer("end");
    edge.failed = reader.boolean("failed", false);
    edge.peakMemory = optionalBytes(reader, "peakMemory");
    if (const auto processor = reader.optionalInteger("processor"); processor && *processor >= 0)
        edge.processor = Milliseconds(*processor);
    if (!reader.ok())
        return reader.error();
    return edge;
}

Result<BuildProgress> buildProgressFromJson(const Json& document)
{
    JsonReader reader(document, QStringLiteral("progress"));
    BuildProgress progress;
    progress.done = reader.integer("done", 0);
    progress.total = reader.integer("total", 0);
    progress.running = reader.integer("running", 0);
    progress.description = reader.string("description", QString());
    progress.remainingLow = optionalMilliseconds(reader, "remainingLowMs");
    progress.remainingHigh = optionalMilliseconds(reader, "remainingHighMs");
    progress.reason = reader.string("reason", QString());
    progress.preparing = reader.boolean("preparing", false);
    if (!reader.ok())
        return reader.error();
    return progress;
}

}
