// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace torchmason {

// Share of the last ten seconds in which something waited, in percent, from a file of /proc/pressure:
// "some avg10=1.52 avg60=0.31 avg300=0.10 total=123".
std::optional<double> parsePressure(const QByteArray& text);

}
