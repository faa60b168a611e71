// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogLines.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// A log with the folders whose place says nothing: the attempt's build folder, its source folder...
struct ComparedLog {
    QString path;
    QStringList folders;
    qint64 ownLines = 0; // of this program, at the beginning: they are not compared
    bool mayHaveFailed = true; // some step in it
};

// Lines become numbers that are equal where two lines say the same: without colours, and whatever counts,
// times, sizes, addresses, long hexadecimal words, names of temporary files and the given folders are.
// Versions ("12.4.131", "12.4") and figures inside of names ("sm_89", "C2065") count. Of a very long line the
// first 65,536 letters that are left then count.
class LineIdentity {
public:
    explicit LineIdentity(const QStringList& folders);
    quint64 of(QByteArrayView line) const;

private:
    qsizetype folderAt(QByteArrayView line, qsizetype at, char& which) const;

    struct Folder {
        QByteArray name; // with slashes
        char which; // place in the list: those of two logs stand for each other
    };
    QVector<Folder> m_folders; // the longest first
};

// A step of ninja or make with all that it printed, or one line that belongs to none.
struct LogUnit {
    quint64 identity = 0;
    quint64 title = 0; // of the step's first line
    quint64 before = 0; // the title of the unit before; 0: it is the first
    bool isStep = false;
    bool hasFailed = false; // ninja says so
    qint64 line = 0; // from 1
    qint64 offset = 0;
    qint64 lines = 0;
};

// Reads a log once.
class LogUnitReader {
public:
    explicit LogUnitReader(const ComparedLog& log);
    bool open();
    QString errorString() const { return m_lines.errorString(); }
    std::optional<LogUnit> next();
    qint64 linesRead() const { return m_line; }

private:
    bool readLine();

    LogLines m_lines;
    LineIdentity m_identity;
    qint64 m_ownLines = 0;
    bool m_mayHaveFailed = true;
    QByteArrayView m_text; // the line
    qint64 m_textOffset = 0;
    qint64 m_line = 0;
    quint64 m_before = 0; // the title of what was read last
    bool m_isPending = false; // m_text was read and belongs to the next unit
};

// "[12/300|4|1.234] Building", "[ 12%] Building": what stands behind the bracket; nullopt for other lines.
std::optional<QByteArrayView> stepTitle(QByteArrayView line);
// "FAILED: c10/x.cpp.o", below that line.
bool isFailedStep(QByteArrayView line);

}
