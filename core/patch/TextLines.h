// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace torchmason {

// How most lines end; "\n" where there are none.
QByteArray usualEnd(const QByteArray& text);
// `text` with the line ends `end`.
QByteArray withEnds(QByteArray text, const QByteArray& end);

// The mark that Windows' editors put before UTF-8. It belongs to the file, not to its first line.
inline constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

}
