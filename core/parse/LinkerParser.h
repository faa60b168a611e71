// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineParser.h"

namespace torchmason {

// GNU ld, gold, lld, mold and Microsoft's link. "collect2: error: ld returned 1" is passed over: it only
// says that there was an error before it.
class LinkerParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override;
    LineAnswer addLine(const LogLine& line) override;
};

}
