// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/Configuration.h"

#include <QProcessEnvironment>
#include <QVector>

namespace torchmason {

// What a child sees: `base` without what our own package put there (an AppImage sets LD_LIBRARY_PATH and
// Qt's search paths to its own mount, and a compiler must never load those libraries), then `difference`.
QProcessEnvironment childEnvironment(
    const QProcessEnvironment& base, const QVector<EnvironmentValue>& difference);

}
