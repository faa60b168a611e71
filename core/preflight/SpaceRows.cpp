// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/estimate/Estimate.h"
#include "core/memory/SwapName.h"
#include "core/preflight/DiskNeeds.h"
#include "core/preflight/MachineRows.h"

namespace torchmason {

namespace {

CheckRow memoryRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("memory", "space", Core::tr("Memory"));
    row.source = facts.platform == Platform::Windows ? QStringLiteral("GlobalMemoryStatusEx")
                                                     : QStringLiteral("/proc/meminfo");
    if (!facts.memoryTotal) {
        setMissing(row, facts, QStringLiteral("memory"), CheckState::Unknown);
        return row;
    }
    const QString swap = swapName(facts.platform);
    row.found = Core::tr("%1, %2 available, %3 %4")
                    .arg(formatBytes(facts.memoryTotal), formatBytes(facts.memoryAvailable), swap,
                        formatBytes(facts.swapTotal));
    if (!profile || !profile->needs.memory)
        return row;
    row.need = Core::tr("%1 or more").arg(formatBytes(*profile->needs.memory));
    // In bytes: a machine sold as "32 GB" has 31.8 of them, and no rounding may fail it.
    if (*facts.memoryTotal < *profile->needs.memory)
        setFix(row, CheckState::Warning,
            Core::tr("Use fewer jobs, close other programs, or %1.").arg(moreSwapText(facts.platform)));
    return row;
}

QString titleOf(const QString& role)
{
    if (role == QLatin1String("source"))
        return Core::tr("Disk for the source");
    return role == QLatin1String("build") ? Core::tr("Disk for the build")
                                          : Core::tr("Disk for temporary files");
}

QString needText(const DiskNeed& need, const Profile& profile)
{
    const QString span = spanText(qint64(need.range->low), qint64(need.range->high));
    const QString text
        = (need.range->low > 0 ? Core::tr("about %1 for %2") : Core::tr("%1 for %2", "up to 1 GB"))
              .arg(span, profile.name);
    return need.parts.isEmpty() ? text : Core::tr("%1 (%2)").arg(text, need.parts);
}

CheckRow diskRow(const HostFacts& facts, const DiskFacts& disk, const DiskNeed& need, const Profile* profile)
{
    CheckRow row = makeRow("", "space", titleOf(disk.role));
    row.id = QStringLiteral("disk-") + disk.role;
    row.where = disk.path;
    row.source = Core::tr("file system");
    row.found = disk.free ? Core::tr("%1 free of %2").arg(formatBytes(disk.free), formatBytes(disk.total))
                          : Core::tr("unknown");
    if (!disk.free) {
        const QString reason = unknownReason(facts, row.id);
        row.found = reason.isEmpty() ? row.found : reason;
        row.state = CheckState::Unknown;
    }
    if (!need.range)
        return row;
    row.need = needText(need, *profile);
    const auto wanted = Bytes(need.range->high);
    if (!disk.free || *disk.free >= wanted)
        return row;
    row.field = disk.role == QLatin1String("source") ? BuildField::SourceFolder
        : disk.role == QLatin1String("build")        ? BuildField::BuildFolder
                                                     : BuildField::None;
    // The source may be there already, and estimates may be wrong: only `sure` stops a build.
    setFix(row, need.sure && *disk.free < *need.sure ? CheckState::Fail : CheckState::Warning,
        Core::tr("Free %1, or choose a folder on another disk.").arg(formatBytes(wanted - *disk.free)));
    return row;
}

}

void addSpaceRows(Rows& rows, const HostFacts& facts, const Profile* profile, const BuildRequest* request)
{
    rows.append(memoryRow(facts, profile));
    const QVector<DiskNeed> needs = !profile ? QVector<DiskNeed>(facts.disks.size())
        : request                            ? diskNeeds(facts, *profile, *request)
                                             : diskNeeds(facts, *profile);
    for (qsizetype i = 0; i < facts.disks.size(); ++i)
        rows.append(diskRow(facts, facts.disks[i], needs[i], profile));
}

}
