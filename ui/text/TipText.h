// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

constexpr qsizetype widestTip = 90; // letters of a line

// A tool tip that says this. Tips are plain text whatever is in them (PlainTextStyle), and Qt breaks the
// lines of rich text alone: longer ones go on in the next line here, behind a word or a part of a path.
QString tipText(const QString& text);

}
