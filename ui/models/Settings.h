// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/ProfileCatalogue.h"
#include "ui/models/PatientDisk.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <optional>

namespace torchmason {

// The folder of settings, profiles and the draft may lie on a disk that does not answer. What the main thread
// wants from it goes through here.
PatientDisk& configDisk();

// The settings of the window: settings.ini in the configuration folder, which other windows and the command
// line read and change, too. Where the disk does not answer, a value is what it was when it was read or set
// last. Where it did not answer at the start, values are the usual ones: what is set then is for this run
// only, so that nothing is written over what could not be read.
class Settings {
public:
    QVariant value(const QString& key, const QVariant& otherwise = {});
    // As it stands in the file, where that has been read meanwhile.
    QVariant valueInFile(const QString& key);
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key) { setValue(key, {}); }
    QStringList keysIn(const QString& group); // without the group's name
    bool areUnread(); // the disk did not answer at the start

private:
    void read();
    QMap<QString, QVariant>& values();

    QString m_folder; // whose settings these are
    QMap<QString, QVariant> m_known;
    QMap<QString, QVariant> m_ofThisRun; // where they are unread
    bool m_isUnread = false;
};

Settings* settings();

// Profiles of the program and of the user; nullopt where the disk does not answer.
std::optional<ProfileCatalogue> readProfiles();

}
