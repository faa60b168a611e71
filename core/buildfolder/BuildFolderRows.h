// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"
#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/patch/PatchPlan.h"
#include "core/request/BuildRequest.h"

#include <QMap>
#include <QVector>

#include <optional>

namespace torchmason {

// What is told of a build folder in the facts of a machine, as the member `buildFolder` of the document
// (docs/facts.md): the entries of CMake's cache that options and tools have, what attempts asked for, and for
// each part of PyTorch that can be switched off one file that belongs to it. Null where the folder holds
// nothing of a build.
Json buildFolderFacts(const BuildFolderState& state);

// The same read back, as far as it goes. nullopt where the facts tell of no folder; fails with one sentence
// where they do in a form that cannot be read.
Result<std::optional<BuildFolderState>> buildFolderOf(const HostFacts& facts);

// What configuring passes to CMake: the request's flags, and those of wheel, gate and generator.
Configuration flagsForCMake(const BuildRequest& request, Platform platform);

// The switches in CMake's cache, and what earlier attempts asked for, that the request does not name and that
// are not the default, "USE_CUDA" -> "OFF"; at most 200. Of a switch CMake may have decided so.
QMap<QString, QString> unaskedValues(
    const Configuration& asked, const BuildFolderState& state, Platform platform);

// What is in the build folder against what is asked now, as rows for people, of this machine's disk. A failed
// row says what has to be cleaned first; a warning, what CMake's cache keeps from before. None where all is
// well, where the request cleans enough by itself, or where nothing is configured.
QVector<CheckRow> buildFolderRows(const BuildRequest& request);
// Of another machine, as far as its facts tell of the folder.
QVector<CheckRow> buildFolderRows(const BuildRequest& request, const HostFacts& facts);

// What this machine's disk says to a request before anything runs: the source folder, what an earlier build
// left, patches that do not apply, and the place of the wheel. Changes nothing; asks git and, where a wheel
// is installed, that environment's Python.
QVector<CheckRow> diskRows(const BuildRequest& request);

// Whether there are patches to make and a tree that can be looked at.
bool canPlanPatches(const BuildRequest& request);

// What its patch stage would do to the tree. What its fetch stage undoes before is not in the way.
Result<PatchPlan> planPatchStage(const BuildRequest& request);

}
