// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QMap>

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

// What a wheel requires of its environment, as pip takes it ("sympy==1.13.1"), without optional parts: asked
// of `python`, which reads the wheel and weighs the conditions. `onlyMissing`: what is not there in that
// version.
Result<QStringList> wheelRequirements(const QString& python, const QString& wheel, bool onlyMissing);

}
