// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

namespace torchmason {

// Of fixes that were fitted to an attempt and come to the same, in whatever words, the first one stays. It
// was tried where either was.
void leaveOutSame(QVector<Fix>& fixes);

}
