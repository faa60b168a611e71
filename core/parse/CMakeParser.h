// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineParser.h"

#include <QByteArray>

namespace torchmason {

// CMake's errors and warnings: a headline, an indented and wrapped text with empty lines in it, and a
// call stack that is not part of the text.
class CMakeParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override;
    LineAnswer addLine(const LogLine& line) override;
    void flush() override;

private:
    bool begin(const LogLine& line, qsizetype indentation);
    void addText(QByteArrayView text);

    Diagnostic m_message;
    QByteArray m_text;
    qsizetype m_indentation = 0; // of the headline
    bool m_open = false;
    bool m_inCallStack = false;
};

}
