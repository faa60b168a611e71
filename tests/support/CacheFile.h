// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/TestFiles.h"

namespace torchmason {

// A CMakeCache.txt as CMake 3.25 leaves it.
inline void writeCache(
    const QString& build, const QString& source, const QByteArray& generator, const QByteArray& more = {})
{
    write(build + QStringLiteral("/CMakeCache.txt"),
        "CMAKE_CACHEFILE_DIR:INTERNAL=" + build.toUtf8()
            + "\nCMAKE_HOME_DIRECTORY:INTERNAL=" + source.toUtf8() + "\nCMAKE_GENERATOR:INTERNAL=" + generator
            + "\nCMAKE_CACHE_MAJOR_VERSION:INTERNAL=3\nCMAKE_CACHE_MINOR_VERSION:INTERNAL=25\n"
              "CMAKE_CACHE_PATCH_VERSION:INTERNAL=1\n"
            + more);
}

}
