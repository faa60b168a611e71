// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FileMode.h"

namespace torchmason {

void keepFilesPrivate() { }
void takeUsualFileMode() { }

}
