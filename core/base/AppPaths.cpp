// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"

#include "core/base/AppSettings.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/Units.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <atomic>

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

std::atomic<SettingReader> readerOfSettings = nullptr;

QString usualSettings()
{
    return configFolder() + QStringLiteral("/settings.ini");
}

QString folderOf(Place place)
{
    const QString chosen = chosenFolder(place);
    return chosen.isEmpty() ? usualFolder(place) : chosen;
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
QString settingsFile()
{
    return settingsProblem().isEmpty() ? usualSettings() : configFolder() + QStringLiteral("/settings-2.ini");
}
// QSettings would wait for ever, or read it as a whole.
QString settingsProblem()
{
    constexpr qint64 most = 4 * 1024 * 1024;
    const QString file = usualSettings();
    const qint64 size = QFileInfo(file).size();
    const QString shown = QDir::toNativeSeparators(file);
    if (isNoFile(file))
        return Core::tr("%1 is not a file, so it is left alone; settings are kept in settings-2.ini.")
            .arg(shown);
    if (size > most)
        return Core::tr("%1 has %2, so it holds no settings and is left alone; settings are kept in "
                        "settings-2.ini.")
            .arg(shown, formatBytes(Bytes(size)));
    return {};
}
QVariant settingInFile(const QString& key)
{
    return QSettings(settingsFile(), QSettings::IniFormat).value(key);
}
QVariant setting(const QString& key)
{
    const SettingReader reader = readerOfSettings;
    return reader ? reader(key) : settingInFile(key);
}
void readSettingsBy(SettingReader reader)
{
    readerOfSettings = reader;
}
const char* settingOf(Place place)
{
    constexpr const char* names[] = { "folders/attempts", "folders/work", "folders/caches" };
    return names[int(place)];
}
// What is no absolute path would lie somewhere else for each program, so it does not count.
QString chosenFolder(Place place)
{
    const QString folder = setting(QLatin1String(settingOf(place))).toString();
    return QDir::isAbsolutePath(folder) ? QDir::cleanPath(folder) : QString();
}
QString usualFolder(Place place)
{
    constexpr const char* names[] = { "/attempts", "/work" };
    return place == Place::Caches ? QString() : dataFolder() + QLatin1String(names[int(place)]);
}
QString attemptsFolder()
{
    return folderOf(Place::Attempts);
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
    return folderOf(Place::Work);
}
QString cachesFolder()
{
    return folderOf(Place::Caches);
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
