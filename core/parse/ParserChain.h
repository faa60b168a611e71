// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/CMakeMessageJoiner.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/NinjaStatus.h"
#include "core/parse/ToolMessages.h"

#include <QStringList>

#include <functional>

namespace torchmason {

// Reads one log of a build: messages of tools and ninja's progress. Passive: the owner adds whole lines in
// order, hears of each message when it is complete, and calls finish() once. Most lines cost one scan for the
// words of severities; only the rest meets a regular expression.
class ParserChain {
public:
    using Sink = std::function<void(const Diagnostic&)>;
    explicit ParserChain(Sink sink)
        : m_sink(std::move(sink))
    {
    }

    // `line` without its line break; `number` is 1-based.
    void addLine(QByteArrayView line, qint64 number);
    // Ends a message of several lines.
    void finish();

    // The newest ninja status since the last call.
    std::optional<NinjaStatus> takeStatus();
    // First outputs of the edges that failed since the last call.
    QStringList takeFailures() { return std::exchange(m_failures, {}); }

private:
    void tell(const LogLine& line) const;

    Sink m_sink;
    LineCleaner m_cleaner;
    CMakeMessageJoiner m_joiner;
    QByteArray m_statusLine; // taken apart only when it is asked for
    QStringList m_failures;
};

}
