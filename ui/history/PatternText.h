// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptPatterns.h"

namespace torchmason {

// Sentences name the first attempts and clauses of a pattern; this is all of them, in lines.
QString wholePatterns(const QVector<AttemptPattern>& patterns);

}
