// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// Goes on where completeFixes() ends, which knows of the attempts before: a fix that a later attempt of the
// chain applied, and met the same finding again, says so and stands last. Reads the outlines of all attempts:
// not for the window's own thread.
void markTriedLater(QVector<Finding>& findings, const AttemptRecord& record, const AttemptStore& store);

}
