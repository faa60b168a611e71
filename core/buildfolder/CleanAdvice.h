// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"
#include "core/request/BuildRequest.h"

#include <QHash>
#include <QMap>
#include <QString>
#include <QStringList>

#include <functional>

namespace torchmason {

// How much has to leave a build folder. Each level does what those before it do.
enum class CleanLevel {
    None,
    Cache, // CMakeCache.txt and what CMake found out about compilers; objects stay
    Stale, // and named outputs
    All, // everything
};
QString cleanLevelId(CleanLevel level); // "none", "cache", "stale", "all"
QString cleanLevelName(CleanLevel level); // what goes, as everybody calls it: "the whole build folder"
CleanLevel cleanLevelOf(const BuildRequest& request); // what it asks for

// What is asked of a build folder now.
struct BuildFolderWishes {
    QString buildFolder;
    QString sourceFolder;
    QString generator;
    QVector<FlagValue> flags;
    QHash<QString, QString> versions; // of compilers and nvcc, by path: "12.2.0"
    QMap<QString, QString> variables; // of the environment, see ReadOnceVariables.h
};
BuildFolderWishes buildFolderWishes(const BuildRequest& request);

// The smallest clean that is safe, and why.
struct CleanAdvice {
    CleanLevel level = CleanLevel::None;
    QStringList reasons; // sentences
    QStringList staleOutputs; // relative to the build folder
};
// Whether a flag names a tool of which CMake keeps more than that entry of its cache.
bool isToolFlag(const QString& name);
CleanAdvice adviseClean(const BuildFolderWishes& wishes, const BuildFolderState& state);

// "/b cannot be used as it is. It was configured for ...; ... Clean it first: ..." Empty for None.
QString adviceSentence(const CleanAdvice& advice, const QString& buildFolder);

// Before configuring: fails with the smallest clean that is safe where the folder cannot be used as it is.
Result<QString> checkBuildFolder(const BuildFolderWishes& wishes);

// Removes as much as the level says, and nothing outside of the build folder; `print` gets a line for
// everything that goes. Not for CleanLevel::All.
Result<QString> cleanParts(
    const BuildFolderWishes& wishes, CleanLevel level, const std::function<void(const QString&)>& print);

}
