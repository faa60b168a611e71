// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstalledPackages.h"

#include <QVector>

namespace torchmason {

// What an install made of one package.
struct InstallChange {
    QString name;
    QString before; // the version; empty: it was not there
    QString after; // empty: it went
    QString markBefore; // see InstalledPackage; empty: not known
    QString mark; // of what the install put there
    QString origin; // where `before` had come from; empty: an index, or it is gone
    bool isFromFile = false; // `before` had come from a wheel on a disk: no index has it
    bool isFromConda = false; // conda had put `before` there
    QStringList source = {}; // what pip had built `before` of, see InstalledPackage
};

// What an install leaves behind, so that it can be taken back: install.json in the attempt's folder.
struct InstallNote {
    QString interpreter;
    QStringList wheels;
    QString madeFolder; // the environment, where the install made it
    InstalledPackages before;
    InstalledPackages after;
    bool isFinished = true; // else the install was ended on its way, and `after` is not known

    // The wheels' own packages, by their file names: "torch".
    QStringList wheelPackages() const;
    // A package of the same version counts where its files are others.
    QVector<InstallChange> changes() const;
};

QString installNotePath(const QString& attemptFolder);
Result<void> writeInstallNote(const QString& path, const InstallNote& note);
// Also one of an earlier version of the program, which noted versions only.
Result<InstallNote> readInstallNote(const QString& path);

}
