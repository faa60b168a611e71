// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineParser.h"

namespace torchmason {

// gcc and clang. Notes and quoted source belong to the error or warning before them.
class GccParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override;
    LineAnswer addLine(const LogLine& line) override;
    void flush() override;

private:
    LineAnswer addContinuation(const LogLine& line);

    Diagnostic m_message;
    qint64 m_includedFrom = 0; // line where "In file included from" began, 0 where it did not
    qint64 m_includedFromOffset = 0;
    bool m_open = false;
};

}
