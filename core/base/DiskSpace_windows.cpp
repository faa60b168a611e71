// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DiskSpace.h"

namespace torchmason {

std::optional<quint64> freeInodesAt(const QString& /*path*/)
{
    return std::nullopt;
}

}
