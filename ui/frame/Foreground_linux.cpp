// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Foreground.h"

namespace torchmason {

void letOthersComeToFront() { }

}
