// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/Settings.h"

#include "core/base/AppPaths.h"
#include "core/base/AppSettings.h"
#include "core/base/Log.h"

#include <QCoreApplication>
#include <QSettings>
#include <QThread>

namespace torchmason {

namespace {

constexpr std::chrono::milliseconds longestStart { 3000 }; // a network folder may be mounted first
constexpr std::chrono::milliseconds longestEnd { 3000 };

QMap<QString, QVariant> readFile()
{
    const QSettings file(AppPaths::settingsFile(), QSettings::IniFormat);
    QMap<QString, QVariant> values;
    for (const QString& key : file.allKeys())
        values.insert(key, file.value(key));
    return values;
}

bool writeValue(const QString& key, const QVariant& value)
{
    QSettings file(AppPaths::settingsFile(), QSettings::IniFormat);
    value.isValid() ? file.setValue(key, value) : file.remove(key);
    file.sync();
    const bool isWritten = file.status() == QSettings::NoError;
    if (!isWritten)
        log::warning("ui", QStringLiteral("%1 cannot be written.").arg(file.fileName()));
    return isWritten;
}

// For core, where the main thread asks: folders that the user chose. Other threads may wait.
QVariant settingHere(const QString& key)
{
    const QCoreApplication* application = QCoreApplication::instance();
    if (!application || QThread::currentThread() != application->thread())
        return AppPaths::settingInFile(key);
    return settings()->valueInFile(key);
}

}

// Never deleted: its thread may hang.
PatientDisk& configDisk()
{
    static PatientDisk* const disk = [] {
        qAddPostRoutine([] {
            if (!configDisk().finish(longestEnd))
                log::warning("ui", QStringLiteral("Not all settings were saved: the disk does not respond."));
        });
        return new PatientDisk;
    }();
    return *disk;
}

Settings* settings()
{
    static Settings values;
    static const bool isAsked = [] {
        AppPaths::readSettingsBy(&settingHere);
        return true;
    }();
    Q_UNUSED(isAsked);
    return &values;
}

void Settings::read()
{
    const bool isFirst = m_folder != AppPaths::configFolder();
    if (isFirst)
        *this = {};
    m_folder = AppPaths::configFolder();
    if (const auto values
        = configDisk().askIfAwake(&readFile, isFirst ? longestStart : PatientDisk::patience))
        m_known = *values;
    else if (isFirst)
        m_isUnread = true;
}

QMap<QString, QVariant>& Settings::values()
{
    read();
    return m_isUnread ? m_ofThisRun : m_known;
}

QVariant Settings::valueInFile(const QString& key)
{
    read();
    return m_known.value(key);
}

QVariant Settings::value(const QString& key, const QVariant& otherwise)
{
    return values().value(key, otherwise);
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    QMap<QString, QVariant>& known = values();
    value.isValid() ? void(known.insert(key, value)) : void(known.remove(key));
    if (!m_isUnread)
        configDisk().ask([key, value] { return writeValue(key, value); });
}

QStringList Settings::keysIn(const QString& group)
{
    const QMap<QString, QVariant>& known = values();
    QStringList keys;
    for (auto one = known.keyBegin(); one != known.keyEnd(); ++one) {
        if (one->startsWith(group + u'/'))
            keys << one->mid(group.size() + 1);
    }
    return keys;
}

bool Settings::areUnread()
{
    read();
    return m_isUnread;
}

std::optional<ProfileCatalogue> readProfiles()
{
    return configDisk().askIfAwake(&loadProfiles);
}

}
