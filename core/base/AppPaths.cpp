// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace torchmason::AppPaths {

namespace {

// The portable zip has a file beside the programs that says so.
QString ownHome()
{
    const QString named = qEnvironmentVariable("TORCHMASON_HOME");
    const QString beside = QCoreApplication::applicationDirPath();
    if (named.isEmpty() && !beside.isEmpty() && QFileInfo::exists(beside + QStringLiteral("/portable.txt")))
        return beside + QStringLiteral("/home");
    return named;
}

QString below(const QString& folder, QStandardPaths::StandardLocation location)
{
    const QString home = ownHome();
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
    const QString beside = QCoreApplication::applicationDirPath();
#ifdef Q_OS_LINUX
    // Installed as Linux wants it, the helpers are not on PATH: /usr/bin and /usr/lib/torchmason.
    const QString runner = QStringLiteral("/torchmason-runner");
    const QString helpers = QDir::cleanPath(beside + QStringLiteral("/../lib/torchmason"));
    if (!QFileInfo::exists(beside + runner) && QFileInfo::exists(helpers + runner))
        return helpers;
#endif
    return beside;
}

}
