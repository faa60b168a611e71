// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/CacheUse.h"

#include <QByteArray>

#include <optional>

namespace torchmason {

// What caches tell about themselves, as counts since some beginning.

// `ccache --print-stats`: lines of a counter, a tab and a number.
Result<CacheUse> countsOfCcache(const QByteArray& text);
// What ccache appends to CCACHE_STATSLOG (4.4 and later): "# FILE" for each call, then its counters, a line
// each. Only calls with that variable are in it, so these counts are exact.
CacheUse countsOfCcacheLog(const QByteArray& text);
// Nullopt where it cannot be read or is too large for one: what is built may write there, too.
std::optional<CacheUse> readCcacheLog(const QString& path);
// `sccache --show-stats --stats-format json`
Result<CacheUse> countsOfSccache(const QByteArray& text);

// Nullopt where a counter went backwards: the statistics were set to zero meanwhile.
std::optional<CacheUse> difference(const CacheUse& before, const CacheUse& after);

}
