// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace torchmason {

// "a, b and c", as a sentence has it.
QString joinedList(const QStringList& parts);

}
