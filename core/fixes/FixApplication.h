// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// What the program can do with a fix for one request.
enum class FixUse {
    Possible,
    ByHand, // advice, a line to copy, or a kind of a later version
    Useless, // it is so already: nothing would change
};

// Changes the request of the next attempt as the fix says, and lets it begin early enough. An error is one
// sentence, and changes nothing. Undoing needs the earlier attempt: see prepareFix().
Result<void> applyFix(const Fix& fix, BuildRequest& request);

FixUse useOf(const Fix& fix, const BuildRequest& request);

}
