// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineTime.h"
#include "core/parse/LogMarks.h"

#include <QVector>

namespace torchmason {

// A part of a log of others that one stage wrote. The parts follow each other without a gap.
struct LogStage {
    StageKind kind = StageKind::Compile;
    qint64 begin = 0; // byte offsets
    qint64 end = 0;
    std::optional<LineTime> firstTime;
    std::optional<LineTime> lastTime;
    EndMark lastEnd = EndMark::None; // how the last of its commands ended
    std::optional<int> exitCode;
};

// Tells the stages of a log. They follow each other in the order of the catalogue, and none comes back: a
// log in which CMake runs again while ninja builds, or in which everything is done twice, keeps its order of
// lines. What stands before the first line that a stage is known by belongs to that stage.
class LogStages {
public:
    // `text`: the line, clean; `offset`: where it begins.
    void addLine(QByteArrayView text, qint64 offset, const std::optional<LineTime>& time);
    // `bytes`: the log's length. At least one stage; "compile" where none is known.
    QVector<LogStage> finish(qint64 bytes);

    bool knowsAny() const { return m_isKnown || m_late; }
    StageKind current() const { return m_stages.last().kind; }
    qsizetype place() const { return m_stages.size() - 1; } // of the current one, from 0

private:
    void advance(StageKind kind, qint64 offset);
    void takeEnd(QByteArrayView text);

    QVector<LogStage> m_stages { LogStage {} };
    std::optional<StageKind> m_late; // the first that was seen too early to decide
    bool m_isKnown = false;
};

}
