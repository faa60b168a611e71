// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/CgroupProcessors.h"

#include "core/memory/CgroupFolders.h"

#include <QList>

#include <algorithm>

namespace torchmason {

namespace {

using Limit = std::optional<ProcessorLimit>;

Limit tighter(const Limit& one, const Limit& other)
{
    if (!one || !other)
        return one ? one : other;
    return other->usable < one->usable ? other : one;
}

// Microseconds of processor time in each period; -1 and "max" mean no limit.
Limit fromQuota(const QByteArray& quota, const QByteArray& period, const char* by)
{
    const qint64 time = quota.trimmed().toLongLong();
    const qint64 each = period.trimmed().toLongLong();
    if (time <= 0 || each <= 0)
        return std::nullopt;
    const qint64 processors = std::clamp<qint64>((time + each - 1) / each, 1, 1 << 20);
    return ProcessorLimit { int(processors), QLatin1String(by) };
}

// Version 2: "400000 100000" or "max 100000" in one file.
Limit quotaOfSecond(const QString& folder)
{
    const QList<QByteArray> words
        = readKernelFile(folder + QStringLiteral("/cpu.max")).simplified().split(' ');
    return words.size() == 2 ? fromQuota(words[0], words[1], "cpu.max") : std::nullopt;
}

Limit quotaOfFirst(const QString& folder)
{
    return fromQuota(readKernelFile(folder + QStringLiteral("/cpu.cfs_quota_us")),
        readKernelFile(folder + QStringLiteral("/cpu.cfs_period_us")), "cpu.cfs_quota_us");
}

// taskset and cpusets of containers: both end up in this line.
Limit fromAffinity(const KernelFolders& folders)
{
    const QByteArray name = "Cpus_allowed_list:";
    for (const QByteArray& line : readKernelFile(folders.proc + QStringLiteral("/self/status")).split('\n')) {
        const int count = line.startsWith(name) ? countInCpuList(line.mid(name.size())) : 0;
        if (count > 0)
            return ProcessorLimit { count, QStringLiteral("affinity") };
    }
    return std::nullopt;
}

}

Limit readProcessorLimit(const KernelFolders& folders)
{
    Limit limit = fromAffinity(folders);
    const CgroupFolders groups = cgroupFolders(folders, "cpu");
    for (const QString& folder : groups.second)
        limit = tighter(limit, quotaOfSecond(folder));
    for (const QString& folder : groups.first)
        limit = tighter(limit, quotaOfFirst(folder));
    return limit;
}

int countInCpuList(const QByteArray& list)
{
    int count = 0;
    for (const QByteArray& part : list.trimmed().split(',')) {
        const qsizetype dash = part.indexOf('-');
        bool firstGood = false;
        bool lastGood = false;
        const int first = part.left(dash < 0 ? part.size() : dash).toInt(&firstGood);
        const int last = dash < 0 ? first : part.mid(dash + 1).toInt(&lastGood);
        if (firstGood && (dash < 0 || lastGood) && last >= first)
            count += last - first + 1;
    }
    return count;
}

}
