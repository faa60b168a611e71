// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/CacheCounters.h"

#include "core/base/RegularFile.h"

#include <QList>

#include <algorithm>

namespace torchmason {

namespace {

// Where a counter of ccache belongs. Others say how a result came about, or how large the cache is.
qint64* memberOf(CacheUse& use, const QByteArray& counter)
{
    static const QList<QByteArray> besides { "direct_cache_miss", "preprocessed_cache_miss",
        "cache_size_kibibyte", "max_cache_size_kibibyte", "max_files_in_cache", "files_in_cache",
        "cleanups_performed", "stats_updated_timestamp", "stats_zeroed_timestamp", "recache",
        "missing_cache_file" };
    if (counter == "direct_cache_hit" || counter == "preprocessed_cache_hit")
        return &use.hits;
    if (counter == "cache_miss")
        return &use.misses;
    // "secondary" up to 4.6
    if (counter.startsWith("remote_storage_") || counter.startsWith("secondary_storage_"))
        return counter.endsWith("_error") || counter.endsWith("_timeout") ? &use.storageErrors : nullptr;
    if (counter.startsWith("local_storage_") || counter.startsWith("primary_storage_")
        || besides.contains(counter))
        return nullptr;
    return &use.uncached;
}

qint64 sumOf(const Json& stats, const char* member)
{
    qint64 sum = 0;
    if (!stats.contains(member) || !stats[member].is_object() || !stats[member].contains("counts"))
        return 0;
    for (const Json& count : stats[member]["counts"]) {
        if (count.is_number_integer())
            sum += count.get<qint64>();
    }
    return sum;
}

}

Result<CacheUse> countsOfCcache(const QByteArray& text)
{
    CacheUse use;
    use.tool = QStringLiteral("ccache");
    bool isStatistics = false;
    for (const QByteArray& line : text.split('\n')) {
        const qsizetype tab = line.indexOf('\t');
        bool isNumber = false;
        const qint64 number = line.mid(tab + 1).trimmed().toLongLong(&isNumber);
        if (tab < 1 || !isNumber)
            continue;
        isStatistics = isStatistics || line.first(tab) == "cache_miss";
        if (qint64* member = memberOf(use, line.first(tab)))
            *member += number;
    }
    if (!isStatistics)
        return Error { QStringLiteral("ccache --print-stats printed no statistics.") };
    return use;
}

CacheUse countsOfCcacheLog(const QByteArray& text)
{
    CacheUse use;
    use.tool = QStringLiteral("ccache");
    use.exact = true;
    for (const QByteArray& line : text.split('\n')) {
        const QByteArray counter = line.trimmed();
        if (counter.isEmpty() || counter.startsWith('#'))
            continue;
        if (qint64* member = memberOf(use, counter))
            ++*member;
    }
    return use;
}

std::optional<CacheUse> readCcacheLog(const QString& path)
{
    RegularFile file(path);
    return file.openDocument() ? std::optional(countsOfCcacheLog(file.readAll())) : std::nullopt;
}

Result<CacheUse> countsOfSccache(const QByteArray& text)
{
    const auto document = parseJson(text, QStringLiteral("sccache's statistics"));
    if (!document)
        return document.error();
    if (!document->is_object() || !document->contains("stats") || !(*document)["stats"].is_object())
        return Error { QStringLiteral("sccache's statistics have no \"stats\".") };
    const Json& stats = (*document)["stats"];
    JsonReader reader(stats, QStringLiteral("sccache's statistics"));
    CacheUse use;
    use.tool = QStringLiteral("sccache");
    use.hits = sumOf(stats, "cache_hits");
    use.misses = sumOf(stats, "cache_misses");
    use.uncached = reader.integer("requests_not_cacheable", 0) + reader.integer("requests_not_compile", 0)
        + reader.integer("requests_unsupported_compiler", 0)
        + reader.integer("non_cacheable_compilations", 0);
    use.storageErrors = sumOf(stats, "cache_errors") + reader.integer("cache_timeouts", 0)
        + reader.integer("cache_read_errors", 0) + reader.integer("cache_write_errors", 0);
    if (!reader.ok())
        return reader.error();
    return use;
}

std::optional<CacheUse> difference(const CacheUse& before, const CacheUse& after)
{
    CacheUse use = after;
    use.hits -= before.hits;
    use.misses -= before.misses;
    use.uncached -= before.uncached;
    use.storageErrors -= before.storageErrors;
    if (std::min({ use.hits, use.misses, use.uncached, use.storageErrors }) < 0)
        return std::nullopt;
    return use;
}

}
