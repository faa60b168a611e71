// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RegularFile.h"
#include "ui/logview/LogLayout.h"

#include <QByteArray>
#include <QVector>

#include <map>
#include <memory>

namespace torchmason {

// One line, or its beginning.
struct FileLine {
    qint64 line = 0; // of the document, from 0
    StagePlace place = { {}, -1 }; // line of the stage's log; -1: a heading
    qint64 offset = 0; // byte of the stage's log
    qint64 length = 0; // bytes, line break included
    QByteArray head; // at most LogReader::headBytes

    bool isHeading() const { return place.value < 0; }
};

// Reads a few lines out of logs of any size with the help of their indexes; every call touches a bounded
// number of bytes. Not for the main thread, whose disk may not answer.
class LogReader {
public:
    static constexpr qint64 headBytes = 16 * 1024;

    explicit LogReader(const LogLayout& layout = {})
        : m_layout(layout)
    {
    }
    void setLayout(const LogLayout& layout);

    // At most `count` lines from `first` on; fewer at the end or where a file is gone.
    QVector<FileLine> lines(qint64 first, qint64 count);
    // The line of the document that holds this byte of the stage's log; nullopt where there is no such stage.
    std::optional<qint64> lineAt(const StagePlace& byte);
    // All of its raw bytes, for the clipboard.
    QByteArray bytes(const FileLine& line);

private:
    using Section = LogLayout::Section;
    QByteArray bytes(const Section& section, qint64 offset, qint64 length);
    qint64 offsetOf(const Section& section, qint64 line);
    void readLog(const Section& section, qint64 first, qint64 end, QVector<FileLine>& lines);

    LogLayout m_layout;
    std::map<std::shared_ptr<const LogIndex>, RegularFile> m_files; // opened when they are needed
};

}
