// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QString>

#include <optional>

namespace torchmason {

struct DiskSpace {
    Bytes free = 0; // for this user
    Bytes total = 0;
    QString root = {}; // where the volume begins: "/mnt/data", "C:/"
};

// Of the volume of `path`, or of the nearest folder above it that is there; nullopt where the system does not
// tell.
std::optional<DiskSpace> diskSpaceAt(const QString& path);

// Of the volume of `path`, for this user: where there are none, there may be room and yet no more files.
// nullopt where files need none or they are made as they are needed: on Windows, Btrfs and others.
std::optional<quint64> freeInodesAt(const QString& path);

}
