// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/redact/PrivacyFilter.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

struct BundleWish {
    bool keepsNames = false; // for another machine of the same user; secrets are masked all the same
    PrivateNames names = ownPrivateNames(); // what is masked
};

// Writes an attempt as a bundle (see BundleFormat.h), in constant memory whatever the size of its logs. One
// that runs is written as far as it has come. The file is there as a whole or not at all.
Result<void> saveBundle(const AttemptSummary& attempt, const BundleWish& wish, const QString& path);

QString bundleFileName(int number); // "attempt-0012.torchmason"

}
