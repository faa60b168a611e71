// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/AttemptJournal.h"

#include "core/base/Clock.h"
#include "core/base/Log.h"
#include "core/redact/StreamRedactor.h"
#include "core/store/EventNames.h"

#include <QFile>

#include <algorithm>

namespace torchmason {

namespace {

Json labels(const QVector<qint64>& pids)
{
    Json list = Json::array();
    for (const qint64 pid : pids)
        list.push_back(processLabel(pid).toStdString());
    return list;
}

QString reserveIn(const QString& folder)
{
    return folder + QStringLiteral("/space-reserve");
}

const char* signalName(StopSignal signal)
{
    return signal == StopSignal::Interrupt ? "interrupt"
        : signal == StopSignal::Terminate  ? "terminate"
                                           : "kill";
}

}

AttemptJournal::AttemptJournal(std::unique_ptr<AttemptWriter> writer, QObject* parent)
    : QObject(parent)
    , m_writer(std::move(writer))
{
    constexpr qsizetype reserved = 128 * 1024;
    QFile reserve(reserveIn(folder()));
    if (reserve.open(QIODevice::WriteOnly))
        reserve.write(QByteArray(reserved, ' '));
}

AttemptJournal::~AttemptJournal()
{
    makeRoom();
}

void AttemptJournal::makeRoom()
{
    QFile::remove(reserveIn(folder()));
}

void AttemptJournal::tell(QLatin1String type, const QString& stage, Json data)
{
    AttemptEvent event;
    event.time = systemClock().wallMilliseconds();
    event.type = type;
    event.stage = stage;
    event.data = std::move(data);
    hideIn(event.data);
    m_failed.addEvents({ event }, m_startedAt);
    check(m_writer->append(event));
}

void AttemptJournal::warn(const QString& stage, const QString& sentence)
{
    tell(eventName::warning, stage, { { "message", sentence.toStdString() } });
}

void AttemptJournal::tellSignal(const QString& stage, StopSignal signal, const QVector<qint64>& pids)
{
    tell(QLatin1String("stop-signal"), stage,
        { { "signal", signalName(signal) }, { "processes", labels(pids) } });
}

void AttemptJournal::tellSurvivors(const QString& stage, const QVector<qint64>& pids)
{
    if (!pids.isEmpty())
        tell(eventName::survivors, stage, { { "processes", labels(pids) } });
}

QString AttemptJournal::shown(const QString& text) const
{
    return m_secrets && !text.isEmpty() ? QString::fromUtf8(redacted(m_secrets, text.toUtf8())) : text;
}

// The words that others read are ours, and stay.
void AttemptJournal::hideIn(Json& data) const
{
    if (!m_secrets)
        return;
    if (data.is_string())
        data = shown(QString::fromStdString(data.get<std::string>())).toStdString();
    if (!data.is_structured())
        return;
    for (const auto& [name, child] : data.items()) {
        if (!data.is_object() || (name != "state" && name != "signal"))
            hideIn(child);
    }
}

// Logs are masked already; why a program could not be started says its name.
void AttemptJournal::keep(AttemptRecord record)
{
    m_startedAt = record.startedAt;
    if (record.edgesDone)
        record.edgesFailed = m_failed.count();
    record.peakMemory = m_peakMemory;
    record.error = shown(record.error);
    for (StageResult& stage : record.stages)
        stage.error = shown(stage.error);
    check(m_writer->writeRecord(record));
}

void AttemptJournal::keep(Sample sample)
{
    for (RunningEdge& edge : sample.running)
        edge.output = shown(edge.output);
    if (sample.gate) {
        for (HeldBackEdge& edge : sample.gate->heldBack)
            edge.output = shown(edge.output);
    }
    addMemory(sample.buildMemory);
    sample.peakMemory = m_peakMemory;
    check(m_writer->checkFolder()); // once a second
    check(m_writer->append(sample));
}

// The one peak of the build: samples are a second apart, and a step may have had more between them.
void AttemptJournal::addMemory(std::optional<Bytes> memory)
{
    if (memory.value_or(0) > 0) // else no process of the build was seen yet
        m_peakMemory = std::max(m_peakMemory, memory);
}

void AttemptJournal::keep(const QVector<EdgeRecord>& edges)
{
    m_failed.addSteps(edges);
    for (EdgeRecord edge : edges) {
        addMemory(edge.peakMemory);
        edge.output = shown(edge.output);
        check(m_writer->append(edge));
    }
}

void AttemptJournal::keep(const QVector<Finding>& findings)
{
    if (const auto written = m_writer->writeFindings(findings); !written)
        warn({}, written.error().message);
}

void AttemptJournal::check(const Result<void>& written)
{
    if (written || !m_trouble.isEmpty())
        return;
    m_trouble = written.error().message;
    log::error("runner", m_trouble);
    emit troubled();
}

}
