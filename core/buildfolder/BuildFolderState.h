// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/stages/CMakeCache.h"

#include <QHash>
#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>

namespace torchmason {

// A compiler as CMake had identified it when it configured.
struct ConfiguredCompiler {
    QString path;
    QString version; // "12.2.0"
    QString host; // of CUDA: the compiler that nvcc was told to take; empty: its own choice
};

// What an earlier build left in its folder.
struct BuildFolderState {
    QString folder;
    bool isConfigured = false; // holds a CMakeCache.txt; without one outputs may be there yet
    CMakeCache cache;
    QMap<QString, QString> asked; // see askedFlags()
    QHash<QString, ConfiguredCompiler> compilers; // by language: "CXX"
    QStringList outputs; // that ninja made and that are there still, relative to the folder
    QSet<QString> planned; // outputs that build.ninja names, as ninjaPath(); empty for other generators
};

// The cache and what was asked for alone, which is quick. Fails where there is no cache.
Result<BuildFolderState> readConfigured(const QString& folder);
// Reads only; a folder that is not there is one without a configuration. Fails where the cache is there
// but cannot be read.
Result<BuildFolderState> readBuildFolder(const QString& folder);

}
