// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Core.h"
#include "core/base/Platform.h"

namespace torchmason {

// What the system calls memory that lies on its disk.
inline QString swapName(Platform platform)
{
    return platform == Platform::Windows ? Core::tr("page file") : Core::tr("swap");
}

// What to do where it is too small: a part of a sentence.
inline QString moreSwapText(Platform platform)
{
    return platform == Platform::Windows ? Core::tr("enlarge the page file") : Core::tr("add swap");
}

}
