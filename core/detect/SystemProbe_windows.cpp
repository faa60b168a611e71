// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/WindowsPlaces.h"

namespace torchmason {

FactsChange probeSystem(const ProbeContext& context)
{
    return probeWindowsSystem(context);
}

}
