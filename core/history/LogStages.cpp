// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogStages.h"

#include "core/parse/NinjaStatus.h"

namespace torchmason {

void LogStages::addLine(QByteArrayView text, qint64 offset, const std::optional<LineTime>& time)
{
    if (const auto mark = stageMark(text)) {
        const bool isBuilt = m_isKnown && !comesBefore(m_stages.last().kind, StageKind::Configure);
        if (!mark->isLate || isBuilt)
            advance(mark->kind, offset);
        else if (!m_late)
            m_late = mark->kind;
    }
    LogStage& stage = m_stages.last();
    if (time) {
        if (!stage.firstTime)
            stage.firstTime = time;
        stage.lastTime = time;
    }
    takeEnd(text);
}

void LogStages::advance(StageKind kind, qint64 offset)
{
    if (!m_isKnown) {
        m_stages.last().kind = kind;
        m_isKnown = true;
    } else if (comesBefore(m_stages.last().kind, kind)) {
        m_stages.last().end = offset;
        LogStage next;
        next.kind = kind;
        next.begin = offset;
        m_stages.append(next);
    }
}

// A step of ninja that is not the last says that there is more to come.
void LogStages::takeEnd(QByteArrayView text)
{
    LogStage& stage = m_stages.last();
    std::optional<int> code;
    const EndMark end = endMark(text, code);
    if (end != EndMark::None) {
        stage.lastEnd = end;
        stage.exitCode = code;
    } else if (const auto count = ninjaCount(text); count && stage.kind == StageKind::Compile) {
        stage.lastEnd = count->done == count->total ? EndMark::Good : EndMark::None;
        stage.exitCode.reset();
    } else if (text.startsWith("FAILED: ")) {
        stage.lastEnd = EndMark::Bad;
    }
}

QVector<LogStage> LogStages::finish(qint64 bytes)
{
    if (!m_isKnown && m_late)
        m_stages.last().kind = *m_late;
    m_stages.last().end = bytes;
    return m_stages;
}

}
