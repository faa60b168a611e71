// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/CMakeMessageJoiner.h"
#include "core/parse/Diagnostic.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/LineDecoder.h"
#include "core/parse/NinjaStatus.h"

#include <optional>

namespace torchmason {

// A line without colours and prefixes, as far as it can be told without the lines before it. Threads make
// these; they must be given to the parser in order.
struct CleanLine {
    LogLine line;
    std::optional<NinjaCount> progress; // zeros for make's "[ 39%] "
    bool isPlain = false; // none of the texts that the reader looks for is in it, so that it need not search
};
CleanLine cleanLine(const LogLine& line);

// What the parser tells of a log, for all who read one: counts of messages, rules, the search for a first
// error. Severity and message are worked out once, when they are first asked for.
class ParsedLine {
public:
    enum class Kind {
        Progress, // of ninja or make: names files, never reasons
        Part, // of a message of CMake, which is told as a whole later
        Text,
        Message, // a whole message of CMake in one line
    };

    ParsedLine(Kind what, const LogLine& text)
        : kind(what)
        , line(text)
    {
    }

    Kind kind;
    LogLine line;
    NinjaCount progress;
    bool isPlain = false; // as in CleanLine

    Severity severity();
    // The error or warning that a tool says here; nullopt where it is none, and for progress and parts.
    const std::optional<Diagnostic>& message();

private:
    std::optional<Severity> m_severity;
    std::optional<std::optional<Diagnostic>> m_message;
};

// Turns the lines of one log into what its readers understand: any encoding becomes UTF-8, what terminals and
// services put around a line goes, and CMake's wrapped messages become one line. Passive: the owner adds
// whole lines in order and calls finish() once. `take` is called with ParsedLine& for each result.
class LogParser {
public:
    LogParser() = default;
    // `words`: see LineDecoder.
    explicit LogParser(const QStringList& words)
        : m_decoder(words)
    {
    }

    // `line` without its line break; `number` is 1-based, `byteOffset` is where it starts.
    template <typename Take> void addLine(QByteArrayView line, qint64 number, qint64 byteOffset, Take take)
    {
        addClean(cleanLine({ m_cleaner.clean(m_decoder.toUtf8(line)), number, byteOffset }), take);
    }

    template <typename Take> void addClean(const CleanLine& clean, Take take)
    {
        if (clean.progress) {
            ParsedLine parsed(ParsedLine::Kind::Progress, clean.line);
            parsed.progress = *clean.progress;
            take(parsed);
            return;
        }
        const bool isPart = m_joiner.addLine(clean.line);
        giveMessage(take);
        ParsedLine parsed(isPart ? ParsedLine::Kind::Part : ParsedLine::Kind::Text, clean.line);
        parsed.isPlain = clean.isPlain;
        take(parsed);
    }

    // Ends a message of several lines.
    template <typename Take> void finish(Take take)
    {
        m_joiner.finish();
        giveMessage(take);
    }

private:
    template <typename Take> void giveMessage(Take& take)
    {
        if (!m_joiner.hasMessage())
            return;
        ParsedLine message(ParsedLine::Kind::Message, m_joiner.message());
        take(message);
    }

    LineDecoder m_decoder;
    LineCleaner m_cleaner;
    CMakeMessageJoiner m_joiner;
};

}
