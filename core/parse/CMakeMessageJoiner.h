// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace torchmason {

// One whole line of a log. `text` has no line break, colours or time stamps any more and is only valid
// during the call.
struct LogLine {
    QByteArrayView text;
    qint64 number = 0; // 1-based
    qint64 byteOffset = 0;
};

// For CMake alone, for parsers, rules and the check of a configuration. CMake wraps the text of its messages
// at 77 columns. This puts a "CMake Error" or "CMake Warning" and the indented lines below it into one line
// again, without the call stack that may follow.
class CMakeMessageJoiner {
public:
    // True where `line` is a part of a message, which is told as a whole later.
    bool addLine(const LogLine& line);
    // Ends the message at the end of the log.
    void finish() { close(); }

    // Whether the last call completed a message: it ends with the first line that is not a part of it.
    bool hasMessage() const { return m_hasMessage; }
    // That message, with the number and offset of its headline. Lives until the next call.
    LogLine message() const { return { m_whole, m_number, m_byteOffset }; }

private:
    static constexpr qsizetype longestMessage = 16 * 1024;

    void open(const LogLine& line, qsizetype indentation);
    void close();

    QByteArray m_text;
    QByteArray m_whole;
    qsizetype m_indentation = -1; // of the headline; -1: no message is open
    qint64 m_openNumber = 0;
    qint64 m_openOffset = 0;
    qint64 m_number = 0;
    qint64 m_byteOffset = 0;
    bool m_hasMessage = false;
};

}
