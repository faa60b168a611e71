// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogFile.h"

#include <QByteArray>
#include <QVector>

#include <memory>

namespace torchmason {

// One line, or its beginning.
struct FileLine {
    qint64 line = 0; // from 0
    qint64 offset = 0;
    qint64 length = 0; // bytes, line break included
    QByteArray head; // at most LogReader::headBytes
};

// Reads a few lines out of logs of any size with the help of their index; every call touches a bounded
// number of bytes, so it may be used on the main thread.
class LogReader {
public:
    static constexpr qint64 headBytes = 16 * 1024;

    explicit LogReader(std::shared_ptr<const LogIndex> index);

    // At most `count` lines from `first` on; fewer at the end or where a file is gone.
    QVector<FileLine> lines(qint64 first, qint64 count);
    // The line that holds this byte.
    qint64 lineAt(qint64 offset);
    // Raw bytes of whole lines, for the clipboard.
    QByteArray bytes(qint64 offset, qint64 length);

private:
    qint64 offsetOf(qint64 line);

    std::shared_ptr<const LogIndex> m_index;
    LogFile m_file;
};

}
