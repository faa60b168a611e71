// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// The virtual environment that a build makes for itself: no folder, none. It belongs to the program, which
// makes it anew where another interpreter is wanted.
struct PythonEnvironment {
    QString folder; // absolute
    QString base; // the interpreter that it is made with
    QStringList packages; // "numpy==1.21.6": what pip installs
    QString
        wheels; // a folder with wheels that pip takes them from, and from nowhere else; empty: the network

    bool isWanted() const { return !folder.isEmpty(); }
    QString programs(Platform platform) const; // its bin or Scripts folder
    QString interpreter(Platform platform) const;

    bool operator==(const PythonEnvironment&) const = default;
};

// Whether pip may be asked for it: a name and one exact version, never an option or an address.
bool isPinnedPackage(const QString& text);
// "numpy==1.21.6" -> "numpy", as package indexes compare names.
QString packageName(const QString& pinned);

Json toJson(const PythonEnvironment& python);
PythonEnvironment readPythonEnvironment(JsonReader& reader, const char* member);

}
