// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/Configuration.h"

#include <QMap>
#include <QString>
#include <QVector>

#include <array>

namespace torchmason {

// A variable that CMake reads when it configures a folder for the first time and never again.
struct ReadOnceVariable {
    const char* name; // "CXX"
    const char* entry; // of CMake's cache, and the flag that is stronger
    bool isProgram; // else flags, to which CMake adds its own
};
const std::array<ReadOnceVariable, 8>& readOnceList();

// Those of an environment that are set, by name.
QMap<QString, QString> readOnceVariables(const QVector<EnvironmentValue>& environment);

// Whether CMake reads the variable once and keeps what follows from it: those, and CMAKE_PREFIX_PATH, with
// which it finds libraries.
bool isReadOnce(const QString& variable);

}
