// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/CgroupMemory.h"

#include "core/memory/CgroupFolders.h"

#include <QList>

#include <algorithm>

namespace torchmason {

namespace {

// Where a version keeps its figures and how they are called.
struct Version {
    const char* limit;
    const char* throttle; // above it everybody in the group is slowed down; "" where there is no such thing
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
    if (name.isEmpty())
        return 0;
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(name + ' '))
            return line.mid(name.size() + 1).trimmed().toULongLong();
    }
    return 0;
}

// What the kernel would give back, counted as it does for MemAvailable: of the file cache that is in use, and
// of its own caches, something is left to those who use it.
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

MemoryReading withinLimit(MemoryReading machine, const std::optional<CgroupMemory>& group)
{
    if (!group)
        return machine;
    machine.total = std::min(machine.total.value_or(group->limit), group->limit);
    machine.available = std::min(machine.available.value_or(group->left), group->left);
    return machine;
}

}
