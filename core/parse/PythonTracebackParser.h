// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineParser.h"

namespace torchmason {

// A Python traceback: from "Traceback (most recent call last):" to the line that names the exception.
class PythonTracebackParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override;
    LineAnswer addLine(const LogLine& line) override;
    void flush() override { m_open = false; }

private:
    LineAnswer addFrame(const LogLine& line, QByteArrayView text);
    LineAnswer end(const LogLine& line, QByteArrayView text);

    Diagnostic m_message;
    qsizetype m_indentation = 0; // of the headline
    bool m_open = false;
};

}
