// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/request/Configuration.h"
#include "core/stages/CMakeCache.h"

#include <QMap>

#include <optional>

namespace torchmason {

// What attempts asked CMake for, by name, in a note beside its cache: the cache does not tell that from what
// the project set by itself.

// Before CMake runs: adds what is asked now, but for secrets, and takes out what is unset. Without a cache
// the note begins anew.
Result<void> noteAskedFlags(const QString& buildFolder, const Configuration& asked);
// What the note says and the cache still holds.
QMap<QString, QString> askedFlags(const QString& buildFolder, const CMakeCache& cache);

// An object of strings; nullopt where it is something else.
std::optional<QMap<QString, QString>> textsFromJson(const Json& object);

}
