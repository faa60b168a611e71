// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// The Python of a build: an interpreter that is there, or a virtual environment that the build makes of it
// for itself. That one belongs to the program, which makes it anew where another interpreter is wanted. It
// always holds what the tree's build requires (core/stages/VirtualEnvironment.h); `packages` go over that.
struct PythonEnvironment {
    QString folder; // of the virtual environment, absolute; empty: none is made
    QString base; // the interpreter; empty in requests of earlier versions and where none was named
    QStringList packages; // "numpy==1.21.6": what pip installs besides
    QString
        wheels; // a folder with wheels that pip takes them from, and from nowhere else; empty: the network

    bool isWanted() const { return !folder.isEmpty(); } // a virtual environment
    QString programs(Platform platform) const; // its bin or Scripts folder
    QString interpreter(Platform platform) const; // that builds: the environment's, else `base`

    bool operator==(const PythonEnvironment&) const = default;
};

// "/e/bin/python" -> "/e"; on Windows conda has its python.exe at the root.
QString environmentOfInterpreter(const QString& interpreter);

// Whether pip may be asked for it: a name and one exact version, never an option or an address.
bool isPinnedPackage(const QString& text);
// "numpy==1.21.6" -> "numpy", as package indexes compare names.
QString packageName(const QString& pinned);
// One version of a package at a time: two pins of one name would be refused by pip.
void pinPackage(QStringList& packages, const QString& pinned);
// Why pip cannot take packages from this folder, one sentence; empty where it can, and where none is named.
QString refusalOfWheels(const QString& folder);

Json toJson(const PythonEnvironment& python);
PythonEnvironment readPythonEnvironment(JsonReader& reader, const char* member);

}
