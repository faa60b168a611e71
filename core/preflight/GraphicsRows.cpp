// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/CardGroups.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

// What the flags say counts; the profile's needs are what its author compiled for.
QVector<ArchEntry> wantedArchitectures(const Profile& profile)
{
    QVector<ArchEntry> entries = parseArchList(archListOf(profile.configuration)).entries;
    if (!entries.isEmpty())
        return entries;
    for (const QString& capability : profile.needs.computeCapabilities)
        entries += parseArchList(capability).entries;
    return entries;
}

bool isSetAside(const GpuFacts& gpu)
{
    return gpu.kernelDriver == QLatin1String("vfio-pci");
}

// The card is there; only what drives it is missing.
void setUnserved(CheckRow& row, const HostFacts& facts, const GpuFacts& gpu)
{
    const bool none = gpu.kernelDriver == QLatin1String("none");
    row.found += none ? Core::tr(", without a driver") : Core::tr(", driven by %1").arg(gpu.kernelDriver);
    if (isSetAside(gpu))
        setFix(row, CheckState::Warning,
            Core::tr("The card is set aside for virtual machines; programs here cannot use it."));
    else
        setFix(row, CheckState::Warning,
            driverAdvice(facts,
                Core::tr("Install NVIDIA's driver: the build works without it, but its result cannot be "
                         "tried here.")),
            installCommand(facts, QStringLiteral("driver")));
}

bool compilesForCards(const Profile* profile)
{
    return profile && !profile->needs.computeCapabilities.isEmpty() && usesCuda(profile->configuration);
}

bool runsOnSomeCard(const HostFacts& facts, const QVector<ArchEntry>& entries)
{
    return std::any_of(facts.gpus.begin(), facts.gpus.end(), [&](const GpuFacts& gpu) {
        return !gpu.computeCapability.isEmpty()
            && coverageOf(entries, gpu.computeCapability) == ArchCoverage::Native;
    });
}

CheckRow gpuRow(const HostFacts& facts, const CardGroup& cards, const Profile* profile)
{
    const GpuFacts& gpu = cards.card;
    CheckRow row = makeRow("gpu", "graphics", Core::tr("Graphics card"));
    QStringList parts { cards.nameWithCount() };
    if (!gpu.computeCapability.isEmpty())
        parts << Core::tr("compute capability %1").arg(gpu.computeCapability);
    if (gpu.memory)
        parts << formatBytes(*gpu.memory);
    row.found = parts.join(QLatin1String(", "));
    row.source = gpu.source;
    if (!gpu.isServed())
        setUnserved(row, facts, gpu);
    if (!compilesForCards(profile))
        return row;
    const QVector<ArchEntry> wanted = wantedArchitectures(*profile);
    row.need = Core::tr("compute capability %1").arg(archListText(wanted, QStringLiteral(", ")));
    if (gpu.computeCapability.isEmpty()) {
        setFix(row, CheckState::Unknown,
            Core::tr("Look up the compute capability of this card and compare it."));
        return row;
    }
    const ArchCoverage coverage = coverageOf(wanted, gpu.computeCapability);
    if (coverage == ArchCoverage::Ptx)
        setFix(row, CheckState::Warning,
            Core::tr("Only PTX fits this card, so kernels are compiled on first use; add %1 to "
                     "TORCH_CUDA_ARCH_LIST.")
                .arg(gpu.computeCapability));
    if (coverage == ArchCoverage::None)
        setFix(row, runsOnSomeCard(facts, wanted) ? CheckState::Warning : CheckState::Fail,
            Core::tr("Nothing that is compiled runs on this card; put %1 into TORCH_CUDA_ARCH_LIST or "
                     "choose another profile.")
                .arg(gpu.computeCapability));
    return row;
}

CheckRow noGpuRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("gpu", "graphics", Core::tr("Graphics card"));
    const bool wanted = compilesForCards(profile);
    setMissing(row, facts, QStringLiteral("gpu"), wanted ? CheckState::Warning : CheckState::Pass);
    if (row.state != CheckState::Unknown)
        row.found = Core::tr("no NVIDIA card");
    const bool wsl = facts.environment.contains(QStringLiteral("wsl2"));
    if (row.state != CheckState::Unknown && wsl)
        row.found += Core::tr(" that Windows shares with WSL");
    // A build for the processor does not ask for one, whether it is known or not.
    if (!wanted) {
        row.state = row.state == CheckState::Unknown && !profile ? CheckState::Unknown : CheckState::Pass;
        return row;
    }
    row.need = Core::tr("compute capability %1")
                   .arg(archListText(wantedArchitectures(*profile), QStringLiteral(", ")));
    row.fixText
        = Core::tr("The build works without the card, but its result cannot be tried on this machine.");
    if (wsl)
        row.fixText
            += Core::tr(" If this computer has an NVIDIA card, install its driver in Windows, not in WSL.");
    return row;
}

// The oldest driver of all cards, against the toolkit that the build would take or the oldest in the range.
CheckRow driverRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("driver", "graphics", Core::tr("NVIDIA driver"));
    for (const GpuFacts& gpu : facts.gpus) {
        if (!gpu.driver.isEmpty() && (row.found.isEmpty() || isBelow(gpu.driver, row.found))) {
            row.found = gpu.driver;
            row.source = gpu.source;
        }
    }
    if (row.found.isEmpty()) {
        setMissing(row, facts, QStringLiteral("gpu"), CheckState::Unknown);
        const auto isUnserved = [](const GpuFacts& gpu) { return !gpu.isServed() && !isSetAside(gpu); };
        if (std::any_of(facts.gpus.begin(), facts.gpus.end(), isUnserved)) {
            row.found = Core::tr("not installed");
            setFix(row, CheckState::Warning, driverAdvice(facts, Core::tr("Install NVIDIA's driver.")),
                installCommand(facts, QStringLiteral("driver")));
        } else if (std::all_of(facts.gpus.begin(), facts.gpus.end(), isSetAside)) {
            row.state = CheckState::Pass; // the rows of the cards say why
        }
        return row;
    }
    if (!compilesForCards(profile))
        return row;
    const CudaToolkitFacts* toolkit
        = fittingToolkit(facts, profile->needs, profile->source, profile->configuration);
    const QString version = toolkit ? majorMinor(toolkit->version) : profile->needs.cudaMinimum;
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* info = catalogue ? catalogue->toolkit(version) : nullptr;
    const QString minimum = info ? info->minimumDriver(facts.platformOfDriver()) : QString();
    if (minimum.isEmpty())
        return row;
    row.need = Core::tr("%1 or newer for CUDA %2").arg(minimum, version);
    if (!isBelow(row.found, minimum))
        return row;
    QString lastBranch;
    for (const GpuFacts& gpu : facts.gpus) {
        if (gpu.driver == row.found && lastBranch.isEmpty())
            lastBranch = lastBranchBefore(gpu, minimum);
    }
    if (lastBranch.isEmpty())
        setFix(row, CheckState::Warning,
            driverAdvice(facts,
                Core::tr("Install a newer driver before the result is tried: what CUDA %1 builds does not "
                         "run with this one.")
                    .arg(version)),
            installCommand(facts, QStringLiteral("driver")));
    else
        setFix(row, CheckState::Warning,
            Core::tr("Drivers of branch %1 are the last for this card: build with an older CUDA.")
                .arg(lastBranch));
    return row;
}

}

void addGraphicsRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (facts.gpus.isEmpty()) {
        rows.append(noGpuRow(facts, profile));
        return;
    }
    // What is not known of a card is one cause, whatever the cards' names are.
    const auto keyOf = [](const GpuFacts& gpu) {
        return QStringList { gpu.computeCapability.isEmpty() ? QString() : gpu.name, gpu.computeCapability,
            gpu.driver, gpu.kernelDriver, gpu.memory ? QString::number(*gpu.memory) : QString() }
            .join(QLatin1Char('\n'));
    };
    for (const CardGroup& cards : cardGroups(facts, keyOf))
        rows.append(gpuRow(facts, cards, profile));
    rows.append(driverRow(facts, profile));
}

}
