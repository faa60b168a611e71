// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QString>

#include <stop_token>

namespace torchmason {

struct FolderSize {
    qint64 files = 0;
    Bytes size = 0;
    bool complete = true; // false where counting ended at the limit, or was stopped
};

// Counts the files of a folder without following links.
FolderSize measureFolder(const QString& folder, qint64 limit = 500'000, const std::stop_token& stop = {});

}
