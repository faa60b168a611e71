// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

// What all programs go by in settings.ini, see AppPaths.h.
namespace torchmason::AppPaths {

// One value; invalid where it is not set.
QVariant setting(const QString& key);
QVariant settingInFile(const QString& key); // however long the disk takes
// How setting() asks in this program: the window does not wait for a disk that does not answer.
using SettingReader = QVariant (*)(const QString& key);
void readSettingsBy(SettingReader reader);

// Where settings.ini is no file of settings (a pipe, a folder, a gigabyte of something else) settingsFile()
// is settings-2.ini, and this says why.
QString settingsProblem();

}
