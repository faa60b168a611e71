// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QHash>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

struct Sample;

// When something was written: on the clock, and since the attempt began.
struct LogMoment {
    qint64 time = 0; // UTC milliseconds
    qint64 elapsed = 0; // milliseconds
};

struct LogPlace {
    QString stage;
    qint64 offset = 0; // byte in its log
};

// When the lines of an attempt were written, from what its samples say about the length of its logs.
// Between two samples the time is interpolated, so it is right to about a second; a thinned series of a long
// attempt has its samples further apart.
class LogTimes {
public:
    void read(const QVector<Sample>& samples, const QVector<StageResult>& stages);

    bool isEmpty() const { return m_points.isEmpty(); }
    // Of the line that begins with this byte. What was written after the last sample has the time at which
    // the stage ended; nullopt while it runs.
    std::optional<LogMoment> at(const QString& stage, qint64 offset) const;
    // Where the logs stood at a moment, while the attempt was sampled.
    std::optional<LogPlace> placeAtElapsed(qint64 elapsed) const;
    // The same by the local clock, in milliseconds after midnight: its first occurrence.
    std::optional<LogPlace> placeAtClock(qint64 timeOfDay) const;

private:
    struct Point {
        QString stage;
        qint64 offset = 0;
        LogMoment moment;
    };

    QVector<Point> m_points; // in the order of time
    QHash<QString, QVector<Point>> m_ofStage;
    QHash<QString, LogMoment> m_ends; // of stages
};

// What was typed to go to a place: "1204" a line, "12:34" or "1:12:34" since the beginning of the attempt,
// "@14:05" or "@14:05:09" a time on the clock.
struct LogGoal {
    enum class Kind {
        Line, // from 1
        Elapsed, // milliseconds
        Clock, // milliseconds after midnight
    };
    Kind kind = Kind::Line;
    qint64 value = 0;
};

std::optional<LogGoal> logGoal(const QString& typed);
// Of a goal that is a time. One that lies behind the end of the attempt is read as a time on the clock.
std::optional<LogPlace> placeOf(const LogGoal& goal, const LogTimes& times);

}
