// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace torchmason {

struct Library {
    QString name;
    QString version;
};

// What core is made with, and the version that is in use now: a shared library may be newer than the one of
// the build.
QVector<Library> usedLibraries();

// "Qt 6.4.2"
QString shownLibrary(const Library& library);

}
