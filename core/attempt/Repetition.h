// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

// An attempt made once more, with the machine and the tree as they are now and not as they were then.
struct Repetition {
    BuildRequest request;
    QStringList changes; // why it begins earlier than where the attempt had ended, a clause each
};
Repetition repetitionOf(const AttemptRecord& record, const HostFacts& facts);

}
