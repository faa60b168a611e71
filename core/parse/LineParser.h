// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/Diagnostic.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QVector>

#include <functional>

namespace torchmason {

// One whole line of a log. `text` has no line break, colours or time stamps any more and is only valid
// during the call.
struct LogLine {
    QByteArrayView text;
    qint64 number = 0; // 1-based
    qint64 byteOffset = 0;

    qsizetype indentation() const
    {
        qsizetype spaces = 0;
        while (spaces < text.size() && text[spaces] == ' ')
            ++spaces;
        return spaces;
    }
};

enum class LineAnswer {
    NotHandled, // not this tool's line
    InProgress, // the beginning or a part of a message that may go on
    Done, // the line is taken and ends what was begun
};

using DiagnosticSink = std::function<void(Diagnostic)>;

// Knows the messages of one tool. Passive: the owner hands it whole lines in order and calls flush() at
// the end. A line answered NotHandled ends the parser's own message first.
class LineParser {
public:
    explicit LineParser(DiagnosticSink sink)
        : m_sink(std::move(sink))
    {
    }
    virtual ~LineParser() = default;

    // Fixed texts, in either case: each line that begins a message of the tool holds one of them at least.
    // The chain asks about no others.
    virtual QVector<QByteArray> hintWords() const = 0;
    virtual LineAnswer addLine(const LogLine& line) = 0;
    // Ends a message of several lines.
    virtual void flush() { }

protected:
    void tell(Diagnostic diagnostic) const { m_sink(std::move(diagnostic)); }

private:
    DiagnosticSink m_sink;
};

}
