// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/LiteralScanner.h"
#include "core/parse/Diagnostic.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/NinjaProgressParser.h"

#include <QVector>

#include <memory>
#include <vector>

namespace torchmason {

// One of each parser behind the ninja parser, in the order they are asked.
std::vector<std::unique_ptr<LineParser>> toolParsers(const DiagnosticSink& sink);

// All tool parsers over one log. Passive: the owner adds whole lines in order, hears of each message when it
// is complete, and calls finish() once. Plain lines are told apart by their first bytes and by one
// scan for the parsers' hint words; only the rest meets a regular expression.
class ParserChain {
public:
    explicit ParserChain(const DiagnosticSink& sink);
    ~ParserChain();

    // `line` without its line break; `number` is 1-based, `byteOffset` is where it begins.
    void addLine(QByteArrayView line, qint64 number, qint64 byteOffset);
    // Ends messages of several lines.
    void finish();

    // The newest ninja status since the last call.
    std::optional<NinjaStatus> takeStatus() { return m_ninja->takeStatus(); }
    QVector<NinjaFailure> takeFailures() { return m_ninja->takeFailures(); }

private:
    bool mayBeDiagnostic(QByteArrayView text) const;
    void offerToAll(const LogLine& line);

    LineCleaner m_cleaner;
    std::unique_ptr<NinjaProgressParser> m_ninja;
    std::vector<std::unique_ptr<LineParser>> m_parsers;
    LiteralScanner m_hints; // of m_parsers
    LineParser* m_current = nullptr; // in the middle of a message
};

}
