// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;

namespace torchmason {

// Puts the text on the clipboard. For two seconds the button that asked for it says "Copied": with a tick, in
// its words (in its tool tip where it has none) and to a screen reader.
void copyFrom(QAbstractButton& button, const QString& text);

}
