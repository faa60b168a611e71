// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

namespace torchmason {

// One of the same words or of the same effect.
bool isSameFix(const Fix& one, const Fix& other);
// Of fixes that were fitted to an attempt and come to the same, in whatever words, the first one stays. It
// was tried where either was.
void leaveOutSame(QVector<Fix>& fixes);

}
