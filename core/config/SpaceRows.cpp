// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/MachineRows.h"

namespace torchmason {

namespace {

CheckRow memoryRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("memory", "space", QStringLiteral("Memory"));
    row.source = facts.platform == Platform::Windows ? QStringLiteral("GlobalMemoryStatusEx")
                                                     : QStringLiteral("/proc/meminfo");
    if (!facts.memoryTotal) {
        setMissing(row, facts, QStringLiteral("memory"), CheckState::Unknown);
        return row;
    }
    row.found = QStringLiteral("%1, %2 available, swap %3")
                    .arg(formatBytes(facts.memoryTotal), formatBytes(facts.memoryAvailable),
                        formatBytes(facts.swapTotal));
    if (!profile || !profile->needs.memory)
        return row;
    row.need = QStringLiteral("%1 or more").arg(formatBytes(*profile->needs.memory));
    // In bytes: a machine sold as "32 GB" has 31.8 of them, and no rounding may fail it.
    if (*facts.memoryTotal < *profile->needs.memory)
        setFix(
            row, CheckState::Warning, QStringLiteral("Use fewer jobs, close other programs, or add swap."));
    return row;
}

QString titleOf(const QString& role)
{
    if (role == QLatin1String("source"))
        return QStringLiteral("Disk for the source");
    return role == QLatin1String("build") ? QStringLiteral("Disk for the build")
                                          : QStringLiteral("Disk for temporary files");
}

// What a clone with all submodules takes, and what compilers write at once.
constexpr Bytes sourceNeed = 3 * gibibyte;
constexpr Bytes tempNeed = gibibyte;

std::optional<Bytes> needOf(const QString& role, const Profile& profile)
{
    if (role == QLatin1String("build"))
        return profile.needs.disk;
    if (profile.source.kind == SourceKind::Sample)
        return std::nullopt;
    if (role == QLatin1String("temp"))
        return tempNeed;
    return profile.source.kind == SourceKind::Git ? std::optional(sourceNeed) : std::nullopt;
}

CheckRow diskRow(const DiskFacts& disk, const Profile* profile)
{
    CheckRow row = makeRow("", "space", titleOf(disk.role));
    row.id = QStringLiteral("disk-") + disk.role;
    row.where = disk.path;
    row.source = QStringLiteral("file system");
    row.found = disk.free
        ? QStringLiteral("%1 free of %2").arg(formatBytes(disk.free), formatBytes(disk.total))
        : QStringLiteral("unknown");
    if (!disk.free)
        row.state = CheckState::Unknown;
    const std::optional<Bytes> need = profile ? needOf(disk.role, *profile) : std::nullopt;
    if (!need)
        return row;
    row.need = QStringLiteral("%1 free").arg(formatBytes(*need));
    if (!disk.free || *disk.free >= *need)
        return row;
    const bool isBuild = disk.role == QLatin1String("build");
    setFix(row, isBuild ? CheckState::Fail : CheckState::Warning,
        QStringLiteral("Free %1, or choose a folder on another disk.").arg(formatBytes(*need - *disk.free)));
    return row;
}

}

void addSpaceRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    rows.append(memoryRow(facts, profile));
    for (const DiskFacts& disk : facts.disks)
        rows.append(diskRow(disk, profile));
}

}
