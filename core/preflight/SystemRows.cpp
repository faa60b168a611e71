// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

// Where the figures of a machine are those of a part of it.
QString surroundings(const QStringList& environment)
{
    QStringList found;
    for (const QString& id : environment)
        found << surroundingName(id);
    found.removeAll(QString());
    return found.isEmpty() ? QString() : Core::tr(" in %1").arg(found.join(Core::tr(" and ")));
}

CheckRow systemRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("system", "system", Core::tr("Operating system"));
    row.found = QStringLiteral("%1 (%2)").arg(facts.osName, facts.osBuild);
    if (facts.osName.isEmpty())
        row.found = platformName(facts.platform);
    row.found += surroundings(facts.environment);
    if (!profile)
        return row;
    QStringList names;
    for (const Platform platform : profile->platforms)
        names << platformName(platform);
    row.need = names.join(Core::tr(" or "));
    if (!profile->platforms.contains(facts.platform))
        setFix(row, CheckState::Fail,
            Core::tr("This profile is for %1; choose one for %2.")
                .arg(row.need, platformName(facts.platform)));
    // Microsoft's "Comparing WSL versions": the first one has no Linux kernel and no graphics card.
    else if (facts.environment.contains(QStringLiteral("wsl1")))
        setFix(row, CheckState::Warning,
            Core::tr("WSL 1 is slow with many files, and what is built for a card cannot be tried in it; "
                     "make it WSL 2 in a Windows prompt (\"wsl --list\" shows its name)."),
            QStringLiteral("wsl --set-version NAME 2"));
    return row;
}

CheckRow processorRow(const HostFacts& facts)
{
    CheckRow row = makeRow("processor", "system", Core::tr("Processor"));
    QStringList parts;
    if (!facts.cpuModel.isEmpty())
        parts << facts.cpuModel;
    if (facts.performanceCores && facts.efficiencyCores)
        parts << Core::tr("%1 P and %2 E cores").arg(*facts.performanceCores).arg(*facts.efficiencyCores);
    else if (facts.physicalCores)
        parts << (*facts.physicalCores == 1 ? Core::tr("1 core")
                                            : Core::tr("%n cores", nullptr, *facts.physicalCores));
    if (facts.logicalCores && facts.coresOfMachine)
        parts << Core::tr("%1 of %2 threads (limited by %3)")
                     .arg(*facts.logicalCores)
                     .arg(*facts.coresOfMachine)
                     .arg(facts.limitedBy);
    else if (facts.logicalCores)
        parts << (*facts.logicalCores == 1 ? Core::tr("1 thread")
                                           : Core::tr("%n threads", nullptr, *facts.logicalCores));
    row.found = parts.join(QLatin1String(", "));
    row.source
        = facts.platform == Platform::Windows ? QStringLiteral("Windows") : QStringLiteral("/proc/cpuinfo");
    // A name without a number of cores is told, and why there is none.
    const bool hasCores = facts.logicalCores || facts.physicalCores;
    if (parts.isEmpty() || (!hasCores && !unknownReason(facts, QStringLiteral("processor")).isEmpty()))
        setMissing(row, facts, QStringLiteral("processor"), CheckState::Unknown);
    return row;
}

CheckRow longPathsRow(const HostFacts& facts)
{
    CheckRow row = makeRow("long-paths", "system", Core::tr("Long paths"));
    row.source = QStringLiteral("registry");
    if (!facts.longPathsEnabled) {
        setMissing(row, facts, QStringLiteral("system"), CheckState::Unknown);
        return row;
    }
    row.found = *facts.longPathsEnabled ? Core::tr("on") : Core::tr("off");
    row.need = Core::tr("on, for paths over 260 characters");
    if (!*facts.longPathsEnabled)
        setFix(row, CheckState::Warning,
            Core::tr(
                "Switch long paths on in an administrator's PowerShell, or keep the source folder short."),
            QStringLiteral(
                "Set-ItemProperty HKLM:\\SYSTEM\\CurrentControlSet\\Control\\FileSystem LongPathsEnabled 1"));
    return row;
}

// Each object file is read once more when it is written: on thousands of them that is felt.
CheckRow defenderRow(const HostFacts& facts)
{
    CheckRow row = makeRow("virus-scanner", "system", Core::tr("Virus scanner"));
    row.state = CheckState::Pass;
    row.source = QStringLiteral("registry");
    row.found = *facts.defenderScans ? Core::tr("Microsoft Defender scans every file that is written")
                                     : Core::tr("Microsoft Defender is off");
    if (*facts.defenderScans)
        row.need = Core::tr("nothing; builds are faster if an administrator excludes the build folder");
    return row;
}

}

void addSystemRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    rows.append(systemRow(facts, profile));
    rows.append(processorRow(facts));
    if (facts.platform == Platform::Windows)
        rows.append(longPathsRow(facts));
    if (facts.defenderScans)
        rows.append(defenderRow(facts));
}

}
