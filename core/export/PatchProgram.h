// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/SourcePatch.h"

namespace torchmason {

// A Python 3 program in ASCII that makes the patches in the source tree which is its last argument. Text of
// users stands in it as literals of bytes and nowhere else. Diffs are handed to git. It ends with a sentence
// and 1 where one does not apply.
QByteArray patchProgram(const QVector<SourcePatch>& patches);

}
