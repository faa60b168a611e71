// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QString>

namespace torchmason {

// What cleaning would remove.
struct FolderCount {
    qint64 files = 0;
    Bytes size = 0;
    bool complete = true; // false where counting ended at the limit
};

// Counts what lies in a folder without following links; stops at `limit` files. For a worker thread.
FolderCount countFolder(const QString& folder, qint64 limit = 500'000);

}
