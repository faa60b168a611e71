// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

// The settings of an attempt as wishes over its profile, for a new build from its first stage on.
struct AttemptSettings {
    QString profileId;
    RequestWishes wishes;
    QStringList leftOut; // what the wishes cannot say, a sentence each
};

// Values that the profile or the machine decided are left to them: the profile of today and the machine of
// today decide again. Masked secrets are left out, and folders and programs of another machine; both is said.
AttemptSettings settingsOfAttempt(const AttemptRecord& record);

}
