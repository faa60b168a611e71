// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/CacheUse.h"

#include "core/base/Core.h"

namespace torchmason {

QString cacheUseText(const CacheUse& use)
{
    const qint64 all = use.hits + use.misses;
    if (all == 0)
        return Core::tr("%1: nothing was compiled through it").arg(use.tool);
    if (!use.exact)
        return Core::tr("%1: at most %2 compilations from the cache and %3 new ones; builds at the same "
                        "time are counted too")
            .arg(use.tool)
            .arg(use.hits)
            .arg(use.misses);
    return (all == 1 ? Core::tr("%1: %2 of %3 compilation from the cache (%4 %)")
                     : Core::tr("%1: %2 of %3 compilations from the cache (%4 %)"))
        .arg(use.tool)
        .arg(use.hits)
        .arg(all)
        .arg(use.hits * 100 / all);
}

}
