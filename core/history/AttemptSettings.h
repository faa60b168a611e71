// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

// The settings of an attempt as wishes over a profile, for a new build from its first stage on.
struct AttemptSettings {
    Profile profile; // the one of this name that is here, else one made of what the attempt says
    bool profileIsMade = false;
    RequestWishes wishes;
    QStringList leftOut; // what the wishes cannot say, a sentence each
};

// Values that the profile or the machine decided are left to them: the profile of today and the machine of
// today decide again. Patches that the profile does not have, as fixes add them, are wishes. Masked secrets
// are left out, and what names folders and programs of another machine; both is said.
AttemptSettings settingsOfAttempt(const AttemptRecord& record, const ProfileCatalogue& catalogue);

}
