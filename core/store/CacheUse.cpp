// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/CacheUse.h"

#include "core/base/Core.h"

namespace torchmason {

Json toJson(const CacheUse& use)
{
    return { { "tool", toJson(use.tool) }, { "hits", use.hits }, { "misses", use.misses },
        { "uncached", use.uncached }, { "storageErrors", use.storageErrors }, { "exact", use.exact } };
}

Result<CacheUse> cacheUseFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    CacheUse use;
    use.tool = reader.string("tool");
    use.hits = reader.integer("hits");
    use.misses = reader.integer("misses");
    use.uncached = reader.integer("uncached", 0);
    use.storageErrors = reader.integer("storageErrors", 0);
    use.exact = reader.boolean("exact", false);
    if (!reader.ok())
        return reader.error();
    return use;
}

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
    return Core::tr("%1: %2 of %3 compilations from the cache (%4 %)")
        .arg(use.tool)
        .arg(use.hits)
        .arg(all)
        .arg(use.hits * 100 / all);
}

}
