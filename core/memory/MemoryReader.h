// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KernelFile.h"
#include "core/base/Units.h"

#include <QByteArray>

#include <optional>

namespace torchmason {

// Memory of the machine, or of the part of it that we may use.
struct MemoryReading {
    std::optional<Bytes> total;
    std::optional<Bytes> available;
    std::optional<Bytes> swapTotal;
    std::optional<Bytes> swapUsed;
    std::optional<Bytes> commitLeft; // what the system still promises, where it promises no more than it has
};

// As it is now, within the limits of containers and services. What the system does not tell stays nullopt.
MemoryReading readMemory(const KernelFolders& folders = {});

// /proc/meminfo, whose lines are "MemTotal:       24687412 kB". Linux only.
MemoryReading parseMeminfo(const QByteArray& text);

}
