// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/PrivateNames.h"

#include "core/redact/PrivacyFilter.h"

#include <QDir>
#include <QSysInfo>

namespace torchmason {

PrivateNames ownPrivateNames()
{
    PrivateNames names;
    names.home = QDir::homePath();
    for (const char* variable : { "USER", "LOGNAME", "USERNAME" })
        names.users << qEnvironmentVariable(variable);
    names.users << QDir(names.home).dirName();
    const QString host = QSysInfo::machineHostName();
    names.hosts << host << host.section(QLatin1Char('.'), 0, 0) << qEnvironmentVariable("COMPUTERNAME");
    names.users.removeDuplicates();
    names.hosts.removeDuplicates();
    return names;
}

QString publishable(const QString& text, const PrivateNames& names)
{
    return PrivacyFilter(names).shown(text);
}

}
