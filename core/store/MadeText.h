// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// What came of an attempt that ended well, for lists: "Installed into /env", the wheels' names, "5 files",
// "63 steps". Empty of others, and where nothing is known of it.
QString madeText(const AttemptRecord& record);
// "Configuring is complete", of a log that ends well before anything is built; else empty.
QString completeBeforeBuild(const AttemptRecord& record);

}
