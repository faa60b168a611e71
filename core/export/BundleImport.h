// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/export/BundleUnpacking.h"
#include "core/store/AttemptDraft.h"

namespace torchmason {

using ImportedBundle = ImportedAttempt;

// Makes an attempt of a bundle: the next number, marked as imported. A folder of the store's is there as a
// whole or not at all, and a bundle that is here already is not taken twice. May take minutes: for a worker
// thread. With `acceptsLarge` the limits do not count.
Result<ImportedBundle> importBundle(const QString& path, const AttemptStore& store, bool acceptsLarge = false,
    const BundleLimits& limits = {});

// Whether a file is to be read as a bundle rather than as a log. Reads its beginning.
bool looksLikeBundle(const QString& path);

}
