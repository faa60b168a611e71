// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FileMode.h"

#include <sys/stat.h>

#include <optional>

namespace torchmason {

namespace {

std::optional<mode_t> usual;

}

void keepFilesPrivate()
{
    const mode_t before = ::umask(077);
    if (!usual)
        usual = before;
}

void takeUsualFileMode()
{
    if (usual)
        ::umask(*usual);
}

}
