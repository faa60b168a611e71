// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace torchmason {

// Names of the settings on the page that are not as the program comes. Folders are not among them: what was
// built lies there.
QStringList changedSettings();
// Forgets those; who shows them reads them again.
void takeDefaults();

}
