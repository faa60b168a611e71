// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/LinuxFiles.h"
#include "core/detect/Probe.h"

#include <algorithm>

namespace torchmason {

namespace {

struct CgroupFiles {
    QString hierarchy;
    QString path;
    QString limitName;
    QString usageName;
};

// The smallest limit on the way from this process's group up to the root, and what is left of it.
void applyCgroupLimits(const ProbeContext& context, const CgroupFiles& files, MemoryNumbers& numbers)
{
    QString path = files.path;
    while (true) {
        const QString folder = files.hierarchy + (path == QLatin1String("/") ? QString() : path);
        const auto limit = memoryLimitFromCgroup(
            context.readFile(folder + QLatin1Char('/') + files.limitName).value_or(QByteArray()));
        const Bytes used = context.readFile(folder + QLatin1Char('/') + files.usageName)
                               .value_or(QByteArray("0"))
                               .trimmed()
                               .toULongLong();
        if (limit && *limit < numbers.total.value_or(~Bytes(0)))
            numbers.total = limit;
        if (limit)
            numbers.available
                = std::min(numbers.available.value_or(*limit), *limit > used ? *limit - used : 0);
        if (path.isEmpty() || path == QLatin1String("/"))
            return;
        path = path.left(path.lastIndexOf(QLatin1Char('/')));
    }
}

}

FactsChange probeMemory(const ProbeContext& context)
{
    const auto meminfo = context.readFile(QStringLiteral("/proc/meminfo"));
    if (!meminfo)
        return unknownChange(QStringLiteral("memory"), QStringLiteral("/proc/meminfo cannot be read."));
    MemoryNumbers numbers = memoryFromMeminfo(*meminfo);
    if (!numbers.total)
        return unknownChange(QStringLiteral("memory"), QStringLiteral("/proc/meminfo names no MemTotal."));
    const QByteArray groups = context.readFile(QStringLiteral("/proc/self/cgroup")).value_or(QByteArray());
    applyCgroupLimits(context,
        { QStringLiteral("/sys/fs/cgroup"), cgroupPath(groups, {}), QStringLiteral("memory.max"),
            QStringLiteral("memory.current") },
        numbers);
    applyCgroupLimits(context,
        { QStringLiteral("/sys/fs/cgroup/memory"), cgroupPath(groups, "memory"),
            QStringLiteral("memory.limit_in_bytes"), QStringLiteral("memory.usage_in_bytes") },
        numbers);
    return [numbers](HostFacts& facts) {
        facts.memoryTotal = numbers.total;
        facts.memoryAvailable = numbers.available;
        facts.swapTotal = numbers.swapTotal;
    };
}

}
