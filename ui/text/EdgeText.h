// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"

#include <QString>

namespace torchmason {

// The last part of an output's path without the suffix of object files: "Sort.cu".
QString stepName(const QString& output);
// How long it waited at the memory gate before it began; 0 where the record does not tell.
Milliseconds waitedBefore(const EdgeRecord& edge);

}
