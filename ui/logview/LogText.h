// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace torchmason {

// How many characters of a line are shown; the rest is told as a size.
constexpr qsizetype shownCharacters = 4000;

// A line as it is shown: no colours, no line break, tabs as spaces, what a carriage return overwrote left
// out. `head` may be the beginning only of a line of `fullLength` bytes.
QString shownLine(QByteArrayView head, qint64 fullLength);

}
