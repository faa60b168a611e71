// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/CgroupMemory.h"

#include "core/sampling/KernelFile.h"

#include <algorithm>

namespace torchmason {

namespace {

// Where a version keeps its figures and how they are called.
struct Version {
    QString mount;
    const char* limit;
    const char* usage;
    const char* inactive; // a line of memory.stat
};

std::optional<Bytes> numberIn(const QString& path)
{
    bool isNumber = false;
    const quint64 number = readKernelFile(path).trimmed().toULongLong(&isNumber); // "max" is no number
    return isNumber ? std::optional(Bytes(number)) : std::nullopt;
}

Bytes statLine(const QByteArray& text, const QByteArray& name)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(name + ' '))
            return line.mid(name.size() + 1).trimmed().toULongLong();
    }
    return 0;
}

std::optional<CgroupMemory> groupAt(const QString& folder, const Version& version)
{
    const auto limit = numberIn(folder + QLatin1Char('/') + QLatin1String(version.limit));
    const auto usage = numberIn(folder + QLatin1Char('/') + QLatin1String(version.usage));
    if (!limit || !usage)
        return std::nullopt;
    const Bytes inactive
        = statLine(readKernelFile(folder + QStringLiteral("/memory.stat")), version.inactive);
    return CgroupMemory { *limit, *usage - std::min(inactive, *usage) };
}

// Our group and every one above: the one that leaves the least is what counts.
std::optional<CgroupMemory> tightest(QString path, const Version& version)
{
    std::optional<CgroupMemory> best;
    while (true) {
        const auto group = groupAt(version.mount + path, version);
        if (group && (!best || group->limit < best->limit))
            best = group;
        const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
        if (slash < 0)
            return best;
        path.truncate(slash);
    }
}

}

std::optional<CgroupMemory> readCgroupMemory(const KernelFolders& folders)
{
    // 0::/user.slice/session.scope       version 2
    // 5:memory:/docker/4f1c              version 1
    for (const QByteArray& line : readKernelFile(folders.proc + QStringLiteral("/self/cgroup")).split('\n')) {
        const QList<QByteArray> parts = line.split(':');
        if (parts.size() < 3)
            continue;
        QString path = QString::fromUtf8(line.mid(parts[0].size() + parts[1].size() + 2));
        if (path == QLatin1String("/"))
            path.clear();
        std::optional<CgroupMemory> found;
        if (parts[1].split(',').contains("memory"))
            found = tightest(path,
                { folders.cgroup + QStringLiteral("/memory"), "memory.limit_in_bytes",
                    "memory.usage_in_bytes", "total_inactive_file" });
        else if (parts[0] == "0" && parts[1].isEmpty())
            found = tightest(path, { folders.cgroup, "memory.max", "memory.current", "inactive_file" });
        if (found)
            return found;
    }
    return std::nullopt;
}

MemoryReading withinLimit(MemoryReading machine, const std::optional<CgroupMemory>& group)
{
    // Version 1 writes "no limit" as a number larger than any machine.
    if (!group || (machine.total && group->limit >= *machine.total))
        return machine;
    const Bytes left = group->limit - std::min(group->used, group->limit);
    machine.total = group->limit;
    machine.available = std::min(machine.available.value_or(left), left);
    return machine;
}

}
