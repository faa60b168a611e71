// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineParser.h"

namespace torchmason {

// nvcc and the programs that it starts: cudafe++ (which reports the device compiler's errors), cicc,
// ptxas, nvlink and fatbinary.
class NvccParser : public LineParser {
public:
    using LineParser::LineParser;

    QVector<QByteArray> hintWords() const override;
    LineAnswer addLine(const LogLine& line) override;
};

}
