// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason {

// What tells who somebody is, beside secrets: the home folder, the names of user and computer.
struct PrivateNames {
    QString home; // "/home/anna", "C:/Users/Anna Lind"
    QStringList users; // "anna"
    QStringList hosts; // "annas-laptop"
};

PrivateNames ownPrivateNames();

// For text that is shown to strangers: the home folder becomes ~, names become (user) and (computer) where
// they stand as words of their own, also behind /home, C:\Users and /mnt/c/Users whoever they belong to,
// identifiers of cards and disks become (id), and secrets are masked. Names that half the world has (root,
// admin, ubuntu) tell nothing and stay. For many texts there is PrivacyFilter.
QString publishable(const QString& text, const PrivateNames& names = ownPrivateNames());

}
