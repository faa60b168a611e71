// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/TraceFile.h"

#include "core/base/ControlCharacters.h"
#include "core/base/Core.h"
#include "core/base/SentencePart.h"
#include "core/history/SampleLines.h"

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

constexpr qsizetype pieceSize = 64 * 1024;
// Processes of the trace. 0 would be the idle one.
constexpr int stagesProcess = 1;
constexpr int stepsProcess = 2;

// Gathers small pieces; after an error nothing more is passed on.
class Pieces {
public:
    explicit Pieces(const TextSink& sink)
        : m_sink(sink)
    {
    }
    void add(const QByteArray& text)
    {
        m_held += text;
        if (m_held.size() >= pieceSize)
            pass();
    }
    Result<void> end()
    {
        pass();
        return m_error ? Result<void>(*m_error) : Result<void>();
    }
    bool isStuck() const { return m_error.has_value(); }

private:
    void pass()
    {
        if (const auto taken = m_error ? Result<void>() : m_sink(m_held); !taken)
            m_error = taken.error();
        m_held.clear();
    }

    const TextSink& m_sink;
    QByteArray m_held;
    std::optional<Error> m_error;
};

class TraceEvents {
public:
    explicit TraceEvents(const TextSink& sink)
        : m_pieces(sink)
    {
    }
    void add(const Json& event)
    {
        m_pieces.add((m_hasSome ? ",\n" : "[\n") + compactJson(event));
        m_hasSome = true;
    }
    void name(const char* what, int process, int thread, const QString& text)
    {
        add({ { "ph", "M" }, { "name", what }, { "pid", process }, { "tid", thread },
            { "args", { { "name", toJson(text) } } } });
    }
    // Times in milliseconds; the format has microseconds.
    void bar(const QString& name, const char* category, int process, int thread, qint64 start, qint64 length,
        const Json& more)
    {
        add({ { "ph", "X" }, { "name", toJson(name) }, { "cat", category }, { "pid", process },
            { "tid", thread }, { "ts", start * 1000 }, { "dur", length * 1000 }, { "args", more } });
    }
    void counter(const char* name, qint64 time, const char* unit, double value)
    {
        add({ { "ph", "C" }, { "name", name }, { "pid", stagesProcess }, { "ts", time * 1000 },
            { "args", { { unit, value } } } });
    }
    Result<void> end()
    {
        m_pieces.add(m_hasSome ? "\n]\n" : "[]\n");
        return m_pieces.end();
    }
    bool isStuck() const { return m_pieces.isStuck(); }

private:
    Pieces m_pieces;
    bool m_hasSome = false;
};

double mebibytes(Bytes bytes)
{
    const Bytes tenths = bytes / (mebibyte / 10);
    return double(tenths) / 10;
}

void addSteps(TraceEvents& events, const EdgeTimeline& timeline)
{
    events.name("process_name", stepsProcess, 0, QStringLiteral("Steps"));
    for (int lane = 0; lane < timeline.lanes; ++lane)
        events.name("thread_name", stepsProcess, lane + 1, QStringLiteral("Lane %1").arg(lane + 1));
    QVector<qint64> laneEnds(timeline.lanes, timeline.begin); // bars of one lane that overlap would be lost
    for (const TimelineEdge& edge : timeline.edges) {
        const EdgeRecord& record = edge.record;
        const qint64 start = std::min(record.end, std::max(record.start, laneEnds[edge.lane]));
        laneEnds[edge.lane] = std::max(laneEnds[edge.lane], record.end);
        Json more = { { "output", toJson(record.output) } };
        if (const QString target = targetOf(record); !target.isEmpty())
            more["target"] = toJson(target);
        if (record.peakMemory)
            more["peakMemoryMB"] = mebibytes(*record.peakMemory);
        if (record.processor)
            more["processorMs"] = qint64(record.processor->count());
        if (record.heldBack)
            more["heldBackMs"] = qint64(record.heldBack->count());
        if (record.restarts > 0)
            more["restarts"] = record.restarts;
        if (record.failed)
            more["failed"] = true;
        if (record.cutOff)
            more["runningAtStop"] = true;
        const QString name = record.output.section(QLatin1Char('/'), -1);
        events.bar(record.failed ? QStringLiteral("FAILED ") + name
                : record.cutOff  ? QStringLiteral("STOPPED ") + name
                                 : name,
            edgeKindId(edge.kind).toLatin1().constData(), stepsProcess, edge.lane + 1, start,
            record.end - start, more);
    }
}

// Answers the wall clock at the attempt's beginning, where a sample tells it.
Result<std::optional<qint64>> addSamples(TraceEvents& events, const QString& folder)
{
    std::optional<qint64> begin;
    const auto read = eachSample(folder, [&](const Sample& sample) {
        if (events.isStuck())
            return;
        if (!begin)
            begin = sample.time - sample.elapsed;
        if (sample.buildMemory)
            events.counter("Memory of the build", sample.elapsed, "MB", mebibytes(*sample.buildMemory));
        if (sample.memoryAvailable)
            events.counter("Memory available", sample.elapsed, "MB", mebibytes(*sample.memoryAvailable));
        if (!sample.coreLoad.isEmpty()) {
            double busy = 0;
            for (const double load : sample.coreLoad)
                busy += load;
            events.counter("Cores busy", sample.elapsed, "cores", double(qRound(busy * 100)) / 100);
        }
        if (sample.gate)
            events.counter("Held back for memory", sample.elapsed, "steps", sample.gate->heldBackCount);
    });
    if (!read)
        return read.error();
    return begin;
}

// Each on a track of its own: some run at the same time.
void addStages(TraceEvents& events, const AttemptSummary& attempt, std::optional<qint64> begin)
{
    const qint64 zero = begin.value_or(attempt.record.startedAt.value_or(attempt.record.createdAt));
    events.name("process_name", stagesProcess, 0, QStringLiteral("Attempt %1").arg(attempt.number));
    int track = 0;
    for (const StageResult& stage : attempt.record.stages) {
        ++track;
        if (!stage.startedAt || !stage.duration)
            continue;
        events.name("thread_name", stagesProcess, track, stage.id);
        events.bar(stage.id, "stage", stagesProcess, track, std::max<qint64>(0, *stage.startedAt - zero),
            std::max<qint64>(0, stage.duration->count()), { { "state", toJson(stageStateId(stage.state)) } });
    }
}

QByteArray number(std::optional<qint64> value)
{
    return value ? QByteArray::number(*value) : QByteArray();
}

std::optional<qint64> count(const std::optional<Milliseconds>& span)
{
    return span ? std::optional<qint64>(span->count()) : std::nullopt;
}

}

Result<void> writeTrace(const AttemptSummary& attempt, const EdgeTimeline& timeline, const TextSink& sink)
{
    TraceEvents events(sink);
    addSteps(events, timeline);
    const auto begin = addSamples(events, attempt.folder);
    if (!begin)
        return begin.error();
    addStages(events, attempt, *begin);
    return events.end();
}

QByteArray csvField(QString text)
{
    static const QString formulas = QStringLiteral("=+-@");
    text = inOneLine(withoutControls(text));
    if (!text.isEmpty() && formulas.contains(text.front()))
        text.prepend(QLatin1Char('\''));
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')))
        return text.toUtf8();
    text.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return '"' + text.toUtf8() + '"';
}

Result<void> writeStepsCsv(const EdgeTimeline& timeline, const TextSink& sink)
{
    Pieces pieces(sink);
    pieces.add(
        "output,kind,language,target,lane,start_ms,end_ms,duration_ms,failed,peak_memory_bytes,processor_ms,"
        "held_back_ms,restarts\r\n");
    for (const TimelineEdge& edge : timeline.edges) {
        const EdgeRecord& record = edge.record;
        const QByteArrayList fields { csvField(record.output), csvField(edgeKindId(edge.kind)),
            csvField(record.language), csvField(targetOf(record)), number(edge.lane + 1),
            number(record.start), number(record.end),
            number(knowsStart(record) ? std::optional(record.end - record.start) : std::nullopt),
            record.failed ? "true" : "false",
            number(record.peakMemory ? std::optional(qint64(*record.peakMemory)) : std::nullopt),
            number(count(record.processor)), number(count(record.heldBack)), number(record.restarts) };
        pieces.add(fields.join(',') + "\r\n");
    }
    return pieces.end();
}

}
