// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// Whether the attempt's fetch stage brought something from elsewhere. One that only looked whether all is
// there, or unpacked the program's own project, did not take what a fetch takes. Reads the beginning of the
// stage's log; one without a log counts as a fetch.
bool hasDownloaded(const AttemptRecord& record, const QString& attemptFolder);

}
