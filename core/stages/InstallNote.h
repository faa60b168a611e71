// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QMap>
#include <QVector>

namespace torchmason {

// A package as an environment holds it.
struct InstalledPackage {
    QString version; // empty: it is not there
    QString mark; // hash of its list of files, which differs between two builds of one version; empty: it has
                  // no list
    QString origin; // the wheel or address that it came from, as an URL; empty: an index, or it is gone
    QStringList needs; // names of the packages that it requires there
    bool isFromFile = false; // from a wheel on a disk, also where that is gone or another one now
    bool isFromConda = false; // conda put it there, not pip
    // What pip was to build it of: { "-e", "/src/pytorch" }; empty: it was no folder or repository.
    QStringList source = {};
};

using InstalledPackages = QMap<QString, InstalledPackage>; // by name, as package indexes compare names

// What the environment itself holds, not what it sees of the Python that it was made of.
Result<InstalledPackages> packagesIn(const QString& python);

// The mark that a package will have which this wheel brings; empty where it cannot be read.
QString markOfWheel(const QString& python, const QString& wheel);

// What a wheel requires of its environment, as pip takes it ("sympy==1.13.1"), without extras. `onlyMissing`:
// what is not there in that version.
Result<QStringList> wheelRequirements(const QString& python, const QString& wheel, bool onlyMissing);

// What an install made of one package. Without a version it was not there before, or went.
struct InstallChange {
    QString name;
    InstalledPackage before;
    InstalledPackage after;
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

// Whether pip can take a package from where it had come from: a local wheel must still be the one with its
// mark, any other address is believed.
bool canComeAgain(const QString& interpreter, const InstalledPackage& package);

// For an install that goes on with an earlier one in the same environment: what that one replaced counts as
// replaced by this one. Of an install that was stopped all of its `before` counts.
void goOnWith(const QString& earlierPath, InstallNote& note);

// Where the install replaced a package that an earlier attempt had installed from a wheel, and that wheel is
// gone or another one by now, the note takes over what was there before the earlier install, which pip can
// still bring. The notes of earlier attempts lie in the folders beside the one of `notePath`. Answers a
// sentence for each such package.
QStringList takeOverEarlier(InstallNote& note, const QString& notePath);

}
