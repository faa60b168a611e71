// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/OnlyInstall.h"

namespace torchmason {

bool installsOnly(const AttemptRecord& record)
{
    return record.request.install.isWanted() && beginsAt(record.request, StageKind::Install);
}

}
