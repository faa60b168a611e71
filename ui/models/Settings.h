// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>

#include <memory>

namespace torchmason {

// What the window remembers between two starts: settings.ini in the configuration folder.
std::unique_ptr<QSettings> settings();

}
