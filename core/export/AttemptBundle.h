// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/redact/PrivateNames.h"
#include "core/store/AttemptStore.h"

class QIODevice;

namespace torchmason {

struct BundleWish {
    bool keepsNames = false; // for one's own other machine; secrets go all the same
    PrivateNames names = ownPrivateNames(); // what goes
};

// Writes an attempt as a bundle (see BundleFormat.h), in constant memory whatever the size of its logs. One
// that runs is written as far as it has come. `target` names the device in errors.
Result<void> writeBundle(
    const AttemptSummary& attempt, const BundleWish& wish, QIODevice& device, const QString& target);
// Into a file, which is there as a whole or not at all.
Result<void> saveBundle(const AttemptSummary& attempt, const BundleWish& wish, const QString& path);

QString bundleFileName(int number); // "attempt-0012.torchmason"

}
