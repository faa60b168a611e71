// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVector>

#include <optional>

class QFile;

namespace torchmason {

// One line of .ninja_log (versions 5 to 7): start TAB end TAB mtime TAB output TAB hash, times in
// milliseconds since that ninja began.
struct NinjaLogEntry {
    qint64 start = 0;
    qint64 end = 0;
    QByteArray mtime;
    QString output;
    QByteArray hash; // of the command: several outputs of one edge share it
};
std::optional<NinjaLogEntry> parseNinjaLogLine(QByteArrayView line);

// How long each output took the last time, in milliseconds.
using EdgeTimes = QHash<QString, qint64>;
// The times of one earlier build.
struct TimedBuild {
    QString name; // "attempt 12"
    EdgeTimes times;
};
// Times of earlier builds in this folder; read them before ninja or a clean changes the file. Empty where
// there is no log.
EdgeTimes readEdgeTimes(const QString& buildFolder);

// The version in the log's first line.
std::optional<int> readNinjaLogVersion(const QString& buildFolder);

// Tells finished edges while ninja appends them. Passive: begin() once before ninja starts, then poll()
// whenever wished. Copes with a torn last line and with ninja writing the file anew at its start. When
// build.ninja is made again, ninja counts from 0 again; that is seen by an edge that would have ended
// before the last look, and times stay right within one poll's distance.
class NinjaLogReader {
public:
    explicit NinjaLogReader(const QString& buildFolder);

    // `now`: milliseconds since the attempt began, at which ninja is started.
    void begin(qint64 now);
    // Edges that ended since the last poll, one per edge whatever the number of its outputs.
    QVector<EdgeRecord> poll(qint64 now);

private:
    struct Known {
        qint64 start = 0;
        qint64 end = 0;
        QByteArray mtime;
        bool operator==(const Known&) const = default;
    };

    QVector<NinjaLogEntry> readNew();
    bool isContinued(QFile& file) const;
    void rebase(const NinjaLogEntry& entry, qint64 now);

    QString m_path;
    qint64 m_offset = 0; // behind the last whole line that was read
    QByteArray m_before; // the bytes just before it, to see whether the file was written anew
    QHash<QString, Known> m_known;
    qint64 m_base = 0; // when the present ninja began
    qint64 m_begin = 0; // when we were told that it begins
    qint64 m_lastPoll = 0;
    std::optional<NinjaLogEntry> m_last;
};

// How many jobs ninja runs where it is not told.
int ninjaJobs(int processors);

// "C++" for a.cpp.o, "link" for a library or program, "other" for what else a build makes.
QString languageOfOutput(const QString& output);

}
