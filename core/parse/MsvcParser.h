// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineParser.h"

namespace torchmason {

// Microsoft's compiler and MSBuild, in any language: the codes are the same everywhere, the words are not.
class MsvcParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override;
    LineAnswer addLine(const LogLine& line) override;
};

}
