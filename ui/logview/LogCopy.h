// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "ui/logview/LogLayout.h"
#include "ui/logview/LogRows.h"

#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// A place in a log: line from 0, column in the line as it is shown.
struct LogPosition {
    qint64 line = 0;
    int column = 0;
    friend bool operator==(const LogPosition&, const LogPosition&) = default;
    friend bool operator<(const LogPosition& one, const LogPosition& other)
    {
        return one.line != other.line ? one.line < other.line : one.column < other.column;
    }
};

// What is to be copied. Owns or shares all it needs, so that another thread can do it.
struct LogSelection {
    LogLayout layout;
    std::optional<LogRows> filter; // only these lines
    LogPosition from;
    LogPosition to;
    bool withNumbers = false; // the number that the stage's log gives it, and a tab, before each line

    qint64 lineCount() const;
    // About how much is to be read.
    qint64 byteCount() const;
};

struct CopiedLog {
    QString text;
    qint64 lines = 0;
    bool isCut = false; // the selection was larger than `mostCopiedBytes`
};

// So much of a log goes into the clipboard at most; other programs choke on more.
constexpr qint64 mostCopiedBytes = 16 * 1024 * 1024;

// Plain text of the selection. Whole lines are copied whole, even where the screen shows their beginning
// only. Reads up to `mostCopiedBytes` from the disk: small selections only on the main thread.
CopiedLog copyLog(const LogSelection& selection);
// The same into a file, however large; answers how many lines. For another thread.
Result<qint64> saveLog(const LogSelection& selection, const QString& path);
// The part of a shown line of this length that is selected: start and length.
std::pair<int, int> selectedPart(LogPosition first, LogPosition last, qint64 line, int length);

}
