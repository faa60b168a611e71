// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/request/Configuration.h"

#include <QString>

#include <optional>

namespace torchmason {

// How a source tree makes its wheel.
enum class TreeBackend {
    PlainCMake, // it makes none
    SetupPy, // PyTorch up to 2.13
    ScikitBuildCore, // PyTorch from 2.14 on
};

// As the tree's setup.py and pyproject.toml say. Version numbers do not suffice: 2.14.0a0 had both backends.
TreeBackend backendOf(const QString& sourceFolder);

// "cmake", "setup.py", "scikit-build-core": as BuildRequest has it.
QString treeBackendId(TreeBackend backend);
// By the release: "2.6.0" -> setup.py; nullopt for a branch or a commit.
std::optional<TreeBackend> backendOfRelease(const QString& version, const QString& tag);
// Whether a request's backend makes a wheel; makesWheel(): and it is known how.
bool wantsWheel(const QString& backend);
bool makesWheel(const QString& backend);

// What the request's tree says, where it asks for a wheel and the tree is there; else what it said before.
QString settledBackend(const QString& backend, const QString& sourceFolder);

// Before anything is configured: the tree is what the plan was made for, or a sentence.
Result<QString> checkBackend(const QString& sourceFolder, const QString& expected);

// What setup.py reads from the environment instead of from -D: names that begin with BUILD_, USE_ or CMAKE_
// and a list of others. CMAKE_INSTALL_PREFIX, which makes it fail, is not among them.
QVector<EnvironmentValue> forwardedFlags(const QVector<FlagValue>& flags);

}
