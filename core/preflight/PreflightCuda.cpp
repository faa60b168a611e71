// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/ReleaseNeeds.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/CardGroups.h"
#include "core/preflight/PreflightRules.h"
#include "core/preflight/ToolkitAdvice.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

QVector<ArchEntry> withoutPtx(const QStringList& capabilities)
{
    QVector<ArchEntry> entries;
    for (const QString& capability : capabilities)
        entries.append({ capability, false });
    return entries;
}

bool compilesFor(const CudaToolkitInfo& info, const GpuFacts& gpu)
{
    return coverageOf(withoutPtx(info.capabilities), gpu.computeCapability) == ArchCoverage::Native;
}

// The newest of these releases that compiles for all capabilities; empty where none does.
QString newestOf(const QStringList& versions, const QStringList& capabilities)
{
    QString newest;
    for (const QString& version : versions) {
        CudaToolkitFacts toolkit;
        toolkit.version = version;
        if (compilesAll(toolkit, capabilities) && (newest.isEmpty() || isAbove(version, newest)))
            newest = version;
    }
    return newest;
}

// Of these releases, those that are here.
QStringList hereOf(const QStringList& versions, const HostFacts& facts)
{
    QStringList here;
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (versions.contains(majorMinor(toolkit.version)))
            here << majorMinor(toolkit.version);
    }
    return here;
}

// Rather one that compiles for the whole list, too.
QString toolkitForCardAndList(const BuildChoice& choice, const QString& capability)
{
    const QString forAll = adviseToolkit(choice.facts, choice.profile, choice.request.source,
        capabilitiesOf(choice.archs.entries) + QStringList { capability });
    return forAll.isEmpty()
        ? adviseToolkit(choice.facts, choice.profile, choice.request.source, { capability })
        : forAll;
}

CheckValue toolkitValue(const BuildChoice& choice)
{
    return { QStringLiteral("CUDA"), choice.toolkit->version, choice.toolkit->source };
}

}

// A folder that the configuration names and where nothing was found.
void checkNamedToolkit(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.usesCuda || choice.namedToolkit.isEmpty() || choice.toolkit
        || choice.facts.cudaToolkits.isEmpty())
        return;
    CheckRow& row = addProblem(rows, "toolkit-not-there", CheckState::Fail, Core::tr("Named CUDA toolkit"),
        Core::tr("The flags name a CUDA toolkit in %1; none was found there.").arg(choice.namedToolkit));
    row.where = choice.namedToolkit;
    for (const char* name : { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH" }) {
        if (choice.value(QLatin1String(name)).isSet())
            row.values.append(choice.shown(QLatin1String(name)));
    }
    row.fixText = Core::tr("Name an installed one, or let the program choose.");
    for (const CudaToolkitFacts& toolkit : choice.facts.cudaToolkits)
        row.changes.append(useToolkitChange(choice, toolkit));
}

void checkToolkitForGpu(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const auto gpus = GpuCatalogue::load();
    if (!choice.usesCuda || !choice.toolkitInfo || !gpus)
        return;
    const bool isSpared = std::any_of(choice.facts.gpus.begin(), choice.facts.gpus.end(),
        [&](const GpuFacts& gpu) { return compilesFor(*choice.toolkitInfo, gpu); });
    const bool compilesAll = !choice.archs.isAutomatic()
        && notCompiledBy(choice.archs.entries, choice.toolkitInfo->capabilities).isEmpty();
    for (const CardGroup& cards : cardsByCapability(choice.facts)) {
        const GpuFacts& gpu = cards.card;
        const GpuArchitecture* architecture = gpus->architecture(gpu.computeCapability);
        if (!architecture || compilesFor(*choice.toolkitInfo, gpu))
            continue;
        const bool tooOld = isBelow(choice.toolkit->version, architecture->cudaMinimum);
        const QString range
            = tooOld ? rangeText(architecture->cudaMinimum, {}) : rangeText({}, architecture->cudaMaximum);
        // Code for an older card in PTX form still starts on a newer one.
        const bool ptx
            = tooOld && coverageOf(choice.archs.entries, gpu.computeCapability) == ArchCoverage::Ptx;
        CheckRow& row = addProblem(rows, "toolkit-not-for-gpu",
            ptx || isSpared ? CheckState::Warning : CheckState::Fail, Core::tr("CUDA for the graphics card"),
            Core::tr("CUDA %1 cannot compile for the %2.").arg(choice.toolkit->version, gpuText(cards)));
        if (isSpared)
            row.found += Core::tr(" It can for another card here.");
        else if (compilesAll && !ptx)
            row.found += Core::tr(" It compiles for %1, but that code does not run on this card.")
                             .arg(choice.archText);
        row.preventsBuild = !compilesAll;
        row.where = choice.toolkit->root;
        row.need = Core::tr("CUDA %1 for %2").arg(range, architecture->name);
        row.values = { toolkitValue(choice), { cards.name(), gpu.computeCapability, gpu.source } };
        row.reference = Core::tr("nvcc --list-gpu-arch of each toolkit");
        row.changes += otherToolkits(choice, { gpu.computeCapability });
        if (!isSpared)
            proposeToolkit(choice, toolkitForCardAndList(choice, gpu.computeCapability), row);
    }
}

// What it builds does not start; building itself needs no driver.
void checkDriver(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.usesCuda || !choice.toolkitInfo)
        return;
    for (const GpuFacts& gpu : choice.facts.gpus) {
        const bool ptx = coverageOf(choice.archs.entries, gpu.computeCapability) == ArchCoverage::Ptx;
        const QString minimum = choice.toolkitInfo->minimumDriver(
            choice.facts.platformOfDriver(), ptx ? CodeKind::Ptx : CodeKind::Native);
        if (gpu.driver.isEmpty() || !isBelow(gpu.driver, minimum))
            continue;
        CheckRow& row = addProblem(rows, "driver-too-old", CheckState::Warning, Core::tr("NVIDIA driver"),
            Core::tr("Driver %1 does not run what CUDA %2 builds; the build itself needs no driver.")
                .arg(gpu.driver, majorMinor(choice.toolkit->version)));
        row.need = Core::tr("%1 or newer").arg(minimum);
        row.values = { { QStringLiteral("driver"), gpu.driver, gpu.source }, toolkitValue(choice) };
        row.reference = Core::tr("CUDA release notes, driver table");
        const QString lastBranch = lastBranchBefore(gpu, minimum);
        row.fixText = lastBranch.isEmpty()
            ? driverAdvice(choice.facts, Core::tr("Install a newer driver before the result is tried."))
            : Core::tr("Drivers of branch %1 are the last for this card: build with an older CUDA.")
                  .arg(lastBranch);
        if (lastBranch.isEmpty())
            row.fixCommand = installCommand(choice.facts, QStringLiteral("driver"));
        QStringList wanted = capabilitiesOf(choice.archs.entries);
        row.changes += otherToolkits(choice, wanted);
        return;
    }
}

// The profile's own range, where it is for this release: all rows name one.
static QString cudaRange(const BuildChoice& choice, const TorchRelease& release)
{
    const ProfileNeeds& needs = choice.profile.needs;
    const bool isForIt = !needs.cudaMinimum.isEmpty() && !isBelow(needs.cudaMinimum, release.cudaMinimum)
        && !isOtherRelease(choice.profile, choice.request.source);
    return isForIt ? rangeText(needs.cudaMinimum, needs.cudaMaximum) : rangeText(release.cudaMinimum, {});
}

void checkCudaForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.release || !choice.toolkit || choice.toolkit->version.isEmpty() || !choice.usesCuda)
        return;
    const TorchRelease& release = *choice.release;
    const QString version = majorMinor(choice.toolkit->version);
    const QStringList official = release.cudaStable + release.cudaExperimental;
    const bool tooOld = isBelow(version, release.cudaMinimum);
    const bool isTooNew = isAbove(version, release.cudaMaximum);
    if (!tooOld && (official.isEmpty() || official.contains(version)))
        return;
    // Up to the newest that source builds were seen with, another major release is no reason to stop.
    const bool newerMajor = !official.isEmpty() && release.cudaMaximum.isEmpty()
        && std::all_of(official.begin(), official.end(),
            [&](const QString& listed) { return majorOf(listed) < majorOf(version); });
    const QStringList wanted = capabilitiesOf(choice.archs.entries);
    CheckRow row;
    if (tooOld) {
        row = problemRow("cuda-too-old-for-release", CheckState::Fail, Core::tr("CUDA toolkit"),
            Core::tr("CUDA %1 is too old for PyTorch %2.").arg(version, release.version));
        row.need = cudaRange(choice, release);
    } else {
        // Versions with known failures are a blocker; untried ones are not.
        const bool failed = isTooNew && choice.isAtLeast(QStringLiteral("2.0")).value_or(false);
        const bool blocks = newerMajor || failed;
        row = problemRow("cuda-not-official", blocks ? CheckState::Fail : CheckState::Warning,
            // Beside one that only warns the toolkit has a row of its own.
            blocks ? Core::tr("CUDA toolkit") : Core::tr("CUDA for PyTorch %1").arg(release.version),
            newerMajor
                ? Core::tr("PyTorch %1 was written before CUDA %2 and uses parts that it removed.")
                      .arg(release.version,
                          majorOf(version) >= 14 ? Core::tr("%1 (not known to us)").arg(version) : version)
                : Core::tr("No official PyTorch %1 was made with CUDA %2; the source may build, "
                           "but nobody has tested it.")
                      .arg(release.version, version));
        row.need = official.join(QLatin1String(", "));
        row.isSoft = true;
        row.preventsBuild = newerMajor;
        if (isTooNew)
            row.found = Core::tr("CUDA %1 is newer than the newest CUDA known to work for source builds of "
                                 "PyTorch %2 (%3). %4")
                            .arg(version, release.version, release.cudaMaximum, release.cudaMaximumWhy);
    }
    row.values = { toolkitValue(choice),
        { QStringLiteral("PyTorch"), choice.releaseText, QStringLiteral("source") } };
    row.reference = tooOld ? saidBy(choice, &TorchRelease::cudaMinimum, Core::tr("RELEASE.md of PyTorch"))
                           : Core::tr("RELEASE.md of PyTorch");
    row.changes += otherToolkits(choice, wanted);
    proposeReleaseFor(
        choice,
        [&](const TorchRelease& other) {
            return (other.cudaStable + other.cudaExperimental).contains(version);
        },
        row);
    // The one that the toolkit's own row advises, where the release was made with it.
    const QString advised = adviseToolkit(choice.facts, choice.profile, choice.request.source, wanted);
    const QString safer = official.contains(advised) ? advised : newestOf(official, wanted);
    if (row.state == CheckState::Fail) {
        proposeToolkit(choice, safer, row);
        if (safer.isEmpty())
            row.fixText
                = Core::tr("No CUDA that this release was made with compiles for %1: fetch a newer release.")
                      .arg(wanted.join(Core::tr(" and ")));
    } else if (safer.isEmpty())
        row.fixText = Core::tr("No official CUDA of this release compiles for %1; nobody is known "
                               "to have tried it.")
                          .arg(wanted.join(Core::tr(" and ")));
    else {
        // Its button takes the one that is here.
        const QString here = newestOf(hereOf(official, choice.facts), wanted);
        row.fixText = Core::tr("CUDA %1 is the safer choice.").arg(here.isEmpty() ? safer : here);
    }
    rows.append(row);
}

}
