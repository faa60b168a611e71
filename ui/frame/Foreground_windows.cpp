// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Foreground.h"

#include <windows.h>

namespace torchmason {

void letOthersComeToFront()
{
    AllowSetForegroundWindow(ASFW_ANY);
}

}
