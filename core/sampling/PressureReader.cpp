// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/PressureReader.h"

namespace torchmason {

std::optional<double> parsePressure(const QByteArray& text)
{
    const QByteArray start = "some avg10=";
    const qsizetype at = text.indexOf(start);
    if (at < 0)
        return std::nullopt;
    const qsizetype from = at + start.size();
    bool isNumber = false;
    const double percent = text.mid(from, text.indexOf(' ', from) - from).toDouble(&isNumber);
    return isNumber && percent >= 0 ? std::optional(percent) : std::nullopt;
}

}
