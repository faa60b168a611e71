// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/detect/HostFacts.h"
#include "core/request/Configuration.h"

#include <QProcessEnvironment>

namespace torchmason {

// What shall stand before the compilers: "none", "ccache", "sccache", "distcc" or "ccache+distcc".
QStringList cacheWishes();
QString cacheTitle(const QString& wish); // as people read it: "ccache and distcc"
// What a configuration names before its compilers, as a wish; empty where it leaves that to PyTorch.
QString cacheOf(const Configuration& configuration);
// Caches that it names by their names, and that are not here.
QStringList missingCaches(const Configuration& configuration, const HostFacts& facts);
// "/usr/bin/ccache" and "C:\\x\\ccache.exe" are "ccache".
QString launcherName(const QString& launcher);

// Sets the launchers of the configuration accordingly, over whatever the profile says. CUDA is left out of
// what is distributed: distcc cannot send what nvcc does. `storage` is the address of a cache that several
// machines share, empty where there is none: redis://PASSWORD@HOST, http://HOST/PATH.
Result<void> applyCacheWish(
    Configuration& configuration, const QString& wish, const QString& storage, const HostFacts& facts);

// Tells ccache and sccache to keep what they compile below this folder, unless a variable says where already;
// `environment`: of our own process, which the build inherits.
void applyCachesFolder(
    Configuration& configuration, const QString& folder, const QProcessEnvironment& environment);
// Whether applyCachesFolder() would make it, of some folder.
bool isOfCachesFolder(const EnvironmentValue& variable);

}
