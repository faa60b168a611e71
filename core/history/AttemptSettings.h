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

// The edits of a draft with what a fix made of an attempt: `before` its request without the fix, `after` with
// it. nullopt where the draft's request, which `edits` made, is not what the attempt was built with any more,
// and where the fix changed no setting. The number of jobs alone makes no other draft: the machine may decide
// it.
std::optional<RequestWishes> withFixOf(const BuildRequest& before, const BuildRequest& after,
    RequestWishes edits, const BuildRequest& draft, const ProfileCatalogue& catalogue);

}
