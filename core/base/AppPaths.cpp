// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

namespace torchmason::AppPaths {

namespace {

QString below(const QString& folder, QStandardPaths::StandardLocation location)
{
    const QString home = qEnvironmentVariable("TORCHMASON_HOME");
    if (!home.isEmpty())
        return QDir::cleanPath(QDir(home).absolutePath() + QLatin1Char('/') + folder);
    return QStandardPaths::writableLocation(location) + QStringLiteral("/torchmason");
}

}

QString dataFolder()
{
    return below(QStringLiteral("data"), QStandardPaths::GenericDataLocation);
}
QString configFolder()
{
    return below(QStringLiteral("config"), QStandardPaths::GenericConfigLocation);
}
QString attemptsFolder()
{
    return dataFolder() + QStringLiteral("/attempts");
}
QString userProfilesFolder()
{
    return configFolder() + QStringLiteral("/profiles");
}
QString userRulesFolder()
{
    return configFolder() + QStringLiteral("/rules");
}
QString workFolder()
{
    return dataFolder() + QStringLiteral("/work");
}
QString programFolder()
{
    return QCoreApplication::applicationDirPath();
}

}
