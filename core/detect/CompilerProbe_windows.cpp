// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/VisualStudio.h"

namespace torchmason {

FactsChange probeCompilers(const ProbeContext& context)
{
    return probeVisualStudio(context);
}

}
