// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/Cgroup.h"

#include <QList>
#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

// The folders of the control group that we are in and of all above it, the inner one first. Limits of each
// count. A machine may have both versions at once.
struct CgroupFolders {
    QStringList first; // version 1, which has a tree per controller
    QStringList second; // version 2, which has one tree
};

QStringList upwards(const QString& mount, QString path)
{
    if (path == QLatin1String("/"))
        path.clear();
    QStringList found;
    while (true) {
        found << mount + path;
        const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
        if (slash < 0)
            return found;
        path.truncate(slash);
    }
}

// `controller` is "memory" or "cpu".
CgroupFolders cgroupFolders(const KernelFolders& folders, const QByteArray& controller)
{
    CgroupFolders found;
    // 0::/user.slice/session.scope       version 2
    // 5:memory:/docker/4f1c              version 1
    for (const QByteArray& line : readKernelFile(folders.proc + QStringLiteral("/self/cgroup")).split('\n')) {
        const QList<QByteArray> parts = line.split(':');
        if (parts.size() < 3)
            continue;
        const QString path = QString::fromUtf8(line.mid(parts[0].size() + parts[1].size() + 2));
        if (parts[1].split(',').contains(controller))
            found.first += upwards(folders.cgroup + QLatin1Char('/') + QString::fromLatin1(controller), path);
        else if (parts[0] == "0" && parts[1].isEmpty())
            found.second += upwards(folders.cgroup, path);
    }
    return found;
}

// Where a version keeps its figures and how they are called.
struct Version {
    const char* limit;
    const char* throttle; // above it the group is slowed down; "" where there is no such thing
    const char* usage;
    // Lines of memory.stat; "" where there is no such thing.
    const char* inactive;
    const char* active;
    const char* slab;
};

std::optional<Bytes> numberIn(const QString& path)
{
    bool isNumber = false;
    const quint64 number = readKernelFile(path).trimmed().toULongLong(&isNumber); // "max" is no number
    return isNumber ? std::optional(Bytes(number)) : std::nullopt;
}

Bytes statLine(const QByteArray& text, const QByteArray& name)
{
    return name.isEmpty() ? 0 : lineValue(text, name + ' ').toULongLong();
}

// What the kernel would give back, counted as it does for MemAvailable: of the file cache that is in use, and
// of its own caches, a part stays with the processes that use it.
Bytes cacheIn(const QString& folder, const Version& version)
{
    constexpr Bytes leftToItsUsers = 32 * mebibyte;
    const QByteArray stat = readKernelFile(folder + QStringLiteral("/memory.stat"));
    const Bytes inUse = statLine(stat, version.active) + statLine(stat, version.slab);
    return statLine(stat, version.inactive) + inUse - std::min(inUse / 2, leftToItsUsers);
}

std::optional<Bytes> limitIn(const QString& folder, const Version& version)
{
    // Version 1 says "no limit" with the largest page-aligned 63-bit number.
    constexpr Bytes unlimited = Bytes(1) << 60;
    std::optional<Bytes> limit;
    for (const char* name : { version.limit, version.throttle }) {
        const auto number = *name ? numberIn(folder + QLatin1Char('/') + QLatin1String(name)) : std::nullopt;
        if (number && *number < unlimited)
            limit = std::min(limit.value_or(*number), *number);
    }
    return limit;
}

std::optional<CgroupMemory> groupAt(const QString& folder, const Version& version)
{
    const auto limit = limitIn(folder, version);
    if (!limit)
        return std::nullopt;
    const Bytes usage = numberIn(folder + QLatin1Char('/') + QLatin1String(version.usage)).value_or(0);
    const Bytes used = usage - std::min(cacheIn(folder, version), usage);
    return CgroupMemory { *limit, *limit - std::min(used, *limit) };
}

std::optional<CgroupMemory> tighter(
    const std::optional<CgroupMemory>& one, const std::optional<CgroupMemory>& other)
{
    if (!one || !other)
        return one ? one : other;
    return CgroupMemory { std::min(one->limit, other->limit), std::min(one->left, other->left) };
}

constexpr Version firstVersion { "memory.limit_in_bytes", "", "memory.usage_in_bytes", "total_inactive_file",
    "total_active_file", "" };
constexpr Version secondVersion { "memory.max", "memory.high", "memory.current", "inactive_file",
    "active_file", "slab_reclaimable" };

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
    const QByteArray status = readKernelFile(folders.proc + QStringLiteral("/self/status"));
    const int count = countInCpuList(lineValue(status, "Cpus_allowed_list:"));
    return count > 0 ? Limit(ProcessorLimit { count, QStringLiteral("affinity") }) : std::nullopt;
}

}

QByteArray lineValue(const QByteArray& text, const QByteArray& name)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(name))
            return line.mid(name.size()).trimmed();
    }
    return {};
}

std::optional<CgroupMemory> readCgroupMemory(const KernelFolders& folders)
{
    std::optional<CgroupMemory> best;
    const CgroupFolders groups = cgroupFolders(folders, "memory");
    for (const QString& folder : groups.first)
        best = tighter(best, groupAt(folder, firstVersion));
    for (const QString& folder : groups.second)
        best = tighter(best, groupAt(folder, secondVersion));
    return best;
}

std::optional<ProcessorLimit> readProcessorLimit(const KernelFolders& folders)
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
