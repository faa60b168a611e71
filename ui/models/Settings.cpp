// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/Settings.h"

#include "core/base/AppPaths.h"

namespace torchmason {

std::unique_ptr<QSettings> settings()
{
    return std::make_unique<QSettings>(AppPaths::settingsFile(), QSettings::IniFormat);
}

}
