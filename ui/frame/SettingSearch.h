// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace torchmason {

// Shows the rows of all forms in `page` that have every one of these words in their name, their fields or
// tool tips, and hides the others. Answers whether there are any.
bool showSettingsWith(const QString& words, QWidget& page);

}
