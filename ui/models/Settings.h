// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>

#include <memory>

namespace torchmason {

// The settings of the window: settings.ini in the configuration folder.
std::unique_ptr<QSettings> settings();

}
