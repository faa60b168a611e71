// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/Configuration.h"
#include "core/configured/BuildFolderState.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// Variables that CMake reads when it configures a folder for the first time and never again, such as CXX and
// CXXFLAGS: those of an environment that are set, by name.
QMap<QString, QString> readOnceVariables(const QVector<EnvironmentValue>& environment);

// Whether CMake reads the variable once and keeps what follows from it: those, and CMAKE_PREFIX_PATH, with
// which it finds libraries.
bool isReadOnce(const QString& variable);

// A sentence for each that says something else than what the folder was configured with. Where a flag says
// the same thing the variable does not count. Flags that were set and are not asked for any more are not
// seen, as CMake's own stand beside them.
QStringList ignoredVariables(
    const QMap<QString, QString>& variables, const QVector<FlagValue>& flags, const BuildFolderState& state);

// "It was configured with CMAKE_CXX_COMPILER=/usr/bin/c++, and CMake would not look at CXX=clang++ again."
QString notReadAgain(const QString& entry, const QString& before, const QString& name, const QString& wish);

}
