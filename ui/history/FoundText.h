// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptFilter.h"

namespace torchmason {

// Where a search found an attempt, with the place of the first word marked: "in note: built over
// «night»". Of a long line the part around that place.
QString foundText(const SearchedLine& line, const QStringList& words);

}
