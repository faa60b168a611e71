// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

namespace torchmason {

// How large the text of all windows is, in percent of what the system says. Kept in the settings.
constexpr int usualTextSize = 100;
const QVector<int>& textSizes(); // those that can be chosen, the smallest first
int chosenTextSize(); // one of them
// The next one in the list, or the same at its end.
int textSizeAfter(int percent, int steps);
// Changes all text of the program at once, and with it the sizes that were measured by text. Call it once
// before the first window.
void applyTextSize(int percent);

}
