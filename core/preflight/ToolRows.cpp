// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/CacheWish.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

struct ToolDemand {
    QString name;
    QString title;
    CheckState whenMissing; // Pass: nice to have
    QString minimum;
    QString installs; // key for installCommand()
};

QVector<ToolDemand> demandsOf(const HostFacts& facts, const Profile* profile)
{
    const auto must = [&](bool needed) { return needed ? CheckState::Fail : CheckState::Pass; };
    const bool git = profile && profile->source.kind == SourceKind::Git;
    const bool debian = profile && profile->needs.debianSource;
    const QString cmakeMinimum = profile ? profile->needs.cmakeMinimum : QString();
    QVector<ToolDemand> demands {
        { QStringLiteral("cmake"), QStringLiteral("CMake"), must(profile), cmakeMinimum,
            QStringLiteral("cmake") },
        { QStringLiteral("ninja"), QStringLiteral("Ninja"),
            must(profile && profile->generator == QLatin1String("Ninja")), {}, QStringLiteral("ninja") },
        { QStringLiteral("git"), QStringLiteral("Git"), must(git), {}, QStringLiteral("git") },
        { QStringLiteral("ccache"), QStringLiteral("ccache"), CheckState::Pass, {},
            QStringLiteral("ccache") },
        { QStringLiteral("sccache"), QStringLiteral("sccache"), CheckState::Pass, {}, {} },
    };
    if (facts.platform == Platform::Linux && (debian || !profile)) {
        demands.append({ QStringLiteral("apt-get"), QStringLiteral("apt-get"), must(debian), {}, {} });
        demands.append({ QStringLiteral("dpkg-source"), QStringLiteral("dpkg-source"), must(debian), {},
            QStringLiteral("dpkg-dev") });
    }
    return demands;
}

bool isOverridable(const QString& name)
{
    return name == QLatin1String("cmake") || name == QLatin1String("ninja") || name == QLatin1String("git");
}

CheckRow rowOf(const HostFacts& facts, const ToolDemand& demand)
{
    CheckRow row = makeRow("", "tools", demand.title);
    row.id = demand.name;
    row.overrideKey = isOverridable(demand.name) ? demand.name : QString();
    row.need = rangeText(demand.minimum, {});
    const QString command = installCommand(facts, demand.installs);
    const bool isCMake = demand.name == QLatin1String("cmake");
    const ToolFacts* tool = facts.tool(demand.name);
    if (!tool) {
        setMissing(row, facts, demand.name, demand.whenMissing);
        if (row.need.isEmpty())
            row.need
                = demand.whenMissing == CheckState::Pass ? Core::tr("optional") : Core::tr("any version");
        if (row.state == CheckState::Pass)
            row.found = Core::tr("not installed");
        if (row.state != CheckState::Pass) {
            row.fixText = Core::tr("Install %1.").arg(demand.title);
            row.fixCommand = isCMake && !packagesCMake(facts, demand.minimum)
                ? cmakeInstallCommand(facts, demand.minimum)
                : command;
        }
        return row;
    }
    if (isSilent(*tool)) {
        setSilent(row, facts, tool->path,
            demand.whenMissing == CheckState::Fail ? CheckState::Fail : CheckState::Warning);
        return row;
    }
    row.found = tool->version;
    row.where = tool->path;
    row.source = tool->source;
    const auto catalogue = PrerequisiteCatalogue::load();
    if (const auto* bad
        = catalogue ? catalogue->knownBad(demand.name, tool->version, facts.platform) : nullptr) {
        setFix(row, bad->stopsBuilds ? CheckState::Fail : CheckState::Warning,
            QStringLiteral("%1 %2 %3. %4").arg(demand.title, tool->version, bad->effect, bad->fix), command);
        row.reference = bad->source;
    }
    if (!isInRange(tool->version, demand.minimum, {}))
        setFix(row, CheckState::Fail,
            Core::tr("Install %1 %2 or newer, for example with pip, and choose its path.")
                .arg(demand.title, demand.minimum),
            cmakeInstallCommand(facts, demand.minimum));
    return row;
}

// Where no profile names a release the newest one counts.
void judgeForNewestRelease(CheckRow& cmake, const HostFacts& facts)
{
    const auto catalogue = ReleaseCatalogue::load();
    if (!catalogue || catalogue->releases().isEmpty() || cmake.where.isEmpty()
        || cmake.state != CheckState::Pass)
        return;
    const TorchRelease& newest = catalogue->releases().last();
    if (!isBelow(cmake.found, newest.cmakeMinimum))
        return;
    const TorchRelease& first = *std::find_if(
        catalogue->releases().begin(), catalogue->releases().end(), [&newest](const TorchRelease& release) {
            return !isBelow(release.cmakeMinimum, newest.cmakeMinimum);
        });
    const TorchRelease* last = catalogue->newestThatTakes(cmake.found, &TorchRelease::cmakeMinimum);
    cmake.need
        = Core::tr("%1 for PyTorch %2 and newer").arg(rangeText(newest.cmakeMinimum, {}), first.version);
    const QString good = last ? Core::tr("Good for PyTorch up to %1. ").arg(last->version) : QString();
    setFix(cmake, CheckState::Warning,
        good
            + Core::tr("For newer ones install CMake %1 or newer, for example with pip, and choose its path.")
                  .arg(newest.cmakeMinimum),
        cmakeInstallCommand(facts, newest.cmakeMinimum));
}

}

void addToolRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    for (const ToolDemand& demand : demandsOf(facts, profile)) {
        rows.append(rowOf(facts, demand));
        if (profile && missingCaches(profile->configuration, facts).contains(demand.name))
            setCacheMissing(rows.last(), facts, demand.name);
        if (!profile && demand.name == QLatin1String("cmake"))
            judgeForNewestRelease(rows.last(), facts);
    }
}

}
