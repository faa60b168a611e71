// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"

namespace torchmason {

// What the system calls memory that lies on its disk.
inline QString swapName(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("page file") : QStringLiteral("swap");
}

// What to do where it is too small, as a part of a sentence.
inline QString moreSwapText(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("enlarge the page file")
                                         : QStringLiteral("add swap");
}

}
