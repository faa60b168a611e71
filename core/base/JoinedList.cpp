// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JoinedList.h"

#include "core/base/Core.h"

namespace torchmason {

QString joinedList(const QStringList& parts)
{
    if (parts.size() < 2)
        return parts.value(0);
    return Core::tr("%1 and %2").arg(parts.mid(0, parts.size() - 1).join(QLatin1String(", ")), parts.last());
}

}
