// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/LockHost.h"

#include "core/base/Platform.h"

#include <QSysInfo>

namespace torchmason {

bool isOwnLockHost(const QString& host)
{
    if (host == QSysInfo::machineHostName())
        return true;
    return hostPlatform() == Platform::Windows
        && host.compare(qEnvironmentVariable("COMPUTERNAME"), Qt::CaseInsensitive) == 0;
}

}
