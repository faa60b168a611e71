// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QFileInfo>

#include <set>
#include <utility>

namespace torchmason {

// What files take on their disk: on Linux the blocks that they use, elsewhere their length. A file with
// several names is told once.
class FileRoom {
public:
    Bytes of(const QFileInfo& file);
    // Of one that was looked at already: how many names it has now, and what it takes.
    Bytes once(quint64 device, quint64 number, quint64 names, Bytes bytes);

    static constexpr Bytes blockSize = 512; // of stat's st_blocks

private:
    std::set<std::pair<quint64, quint64>> m_told;
};

}
