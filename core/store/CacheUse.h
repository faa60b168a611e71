// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QString>

#include <optional>

namespace torchmason {

// What a compiler cache did for one stage.
struct CacheUse {
    QString tool; // "ccache", "sccache"
    qint64 hits = 0;
    qint64 misses = 0; // compiled, and kept for the next time
    qint64 uncached = 0; // calls that a cache cannot answer: linking, preprocessing, unknown options
    qint64 storageErrors = 0; // of shared storage; the compiler ran instead
    // Counted for this build alone. Otherwise other builds may have been counted too: at most.
    bool exact = false;

    bool operator==(const CacheUse&) const = default;
};

Json toJson(const CacheUse& use);
Result<CacheUse> cacheUseFromJson(const Json& document, const QString& where);
// "ccache: 61 of 64 compilations from the cache (95 %)", "... at most 61 of 64 ..."
QString cacheUseText(const CacheUse& use);

}
