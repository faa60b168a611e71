// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QString>

class QFile;

namespace torchmason {

// What bundle.json says; see BundleFormat.h.
struct BundleHead {
    int attempt = 0;
    bool isUnfinished = false;
    QString computer; // empty: not told
};

struct UnpackedBundle {
    BundleHead head;
    QString
        digest; // of its files' names and contents: the same in every bundle of the same attempt as it was
};

// A bundle that becomes larger than both is not taken unasked.
struct BundleLimits {
    qint64 size = qint64(gibibyte);
    qint64 growth = 200; // times the size of its file; logs become a tenth to a fiftieth
};

// Puts the files of a bundle into an empty folder, as they are. Everything about it is doubted: names, kinds,
// sizes, checksums. With `acceptsLarge` the limits do not count. What was unpacked before an error is for the
// caller to remove.
Result<UnpackedBundle> unpackBundle(
    QFile& file, const QString& folder, bool acceptsLarge, const BundleLimits& limits = {});

}
