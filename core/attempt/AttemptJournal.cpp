// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/AttemptJournal.h"

#include "core/base/Clock.h"
#include "core/base/Log.h"

namespace torchmason {

namespace {

Json labels(const QVector<qint64>& pids)
{
    Json list = Json::array();
    for (const qint64 pid : pids)
        list.push_back(processLabel(pid).toStdString());
    return list;
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
    , m_reserve(m_writer->folder())
{
}

void AttemptJournal::tell(const char* type, const QString& stage, Json data)
{
    AttemptEvent event;
    event.time = systemClock().wallMilliseconds();
    event.type = QLatin1String(type);
    event.stage = stage;
    event.data = std::move(data);
    check(m_writer->append(event));
}

void AttemptJournal::warn(const QString& stage, const QString& sentence)
{
    tell("warning", stage, { { "message", sentence.toStdString() } });
}

void AttemptJournal::tellSignal(const QString& stage, StopSignal signal, const QVector<qint64>& pids)
{
    tell("stop-signal", stage, { { "signal", signalName(signal) }, { "processes", labels(pids) } });
}

void AttemptJournal::tellSurvivors(const QString& stage, const QVector<qint64>& pids)
{
    if (!pids.isEmpty())
        tell("survivors", stage, { { "processes", labels(pids) } });
}

void AttemptJournal::keep(const QVector<EdgeRecord>& edges)
{
    for (const EdgeRecord& edge : edges)
        check(m_writer->append(edge));
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
