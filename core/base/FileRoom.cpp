// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FileRoom.h"

namespace torchmason {

// The last name is the only one, where the others were removed meanwhile.
Bytes FileRoom::once(quint64 device, quint64 number, quint64 names, Bytes bytes)
{
    const std::pair<quint64, quint64> file(device, number);
    const bool isNew = names > 1 ? m_told.insert(file).second : m_told.count(file) == 0;
    return isNew ? bytes : 0;
}

}
