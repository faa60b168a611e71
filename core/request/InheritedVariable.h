// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"

#include <QMap>
#include <QString>

namespace torchmason {

// What a variable that a build inherits from us does to it. Configuring is CMake's own command here, for
// every tree: what only setup.py would have handed on does nothing.
enum class VariableEffect {
    Read, // where no CMake entry of that name says otherwise
    Wins, // also over the CMake entry
    Ignored,
};

// USE_, BUILD_ and CMAKE_: what PyTorch forwards from the environment to CMake.
bool isForwardedPrefix(const QString& name);
// Such a name that front ends read instead of CMake's files: CMAKE_ARGS, USE_NINJA...
bool isForFrontEnds(const QString& name);
// CMAKE_CXX_COMPILER_LAUNCHER... Where a flag says otherwise, the plan takes such a variable out.
bool isLauncher(const QString& name);
// CMake, or its files of all releases, read it.
bool isReadFromEnvironment(const QString& name);

// `release` is "2.6.0" or empty where it is not known.
VariableEffect effectOfVariable(const QString& name, const QString& release);

// A clause about which of the two counts where a CMake entry and a variable of one name differ; empty where
// that is not sure.
QString whichCounts(const QString& name, const QString& release);

// Of these variables the ones that builds of PyTorch, CMake or compilers look for. On Windows, where the case
// of names means nothing, they get the names that builds know.
QMap<QString, QString> buildVariables(
    const QMap<QString, QString>& environment, Platform platform = hostPlatform());
// The same of our own environment.
QMap<QString, QString> ownBuildVariables();

}
