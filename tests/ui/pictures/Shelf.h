// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

namespace torchmason {

// The attempts that a page is shown with.
enum class Shelf {
    Empty,
    One,
    Many,
    Running, // the newest runs
    Waiting, // and one waits for it
    Strange, // long paths, Chinese, names that look like HTML or turn the direction of writing
    Beginning, // the newest has just begun to fetch
    Failing, // a step of the newest has failed, others still run
    Odd, // one that installed, one without a known cause, one whose file cannot be read
};

// Made up, and written as the runner writes.
Result<void> fillShelf(Shelf shelf, const AttemptStore& store);
// Of attempts that were really built: copies of those in `folder`. Where none of them runs, one runs again,
// from its beginning to the middle of its compile stage, as it was then. There are none for Strange
// and what follows it.
Result<void> fillShelf(Shelf shelf, const AttemptStore& store, const QString& folder);

}
