// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/MachineRows.h"
#include "core/preflight/ToolkitAdvice.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

QString toolkitText(const CudaToolkitFacts& toolkit)
{
    const QString version = toolkit.version.isEmpty() ? Core::tr("unknown version") : toolkit.version;
    return toolkit.winsOnPath ? Core::tr("%1 (first on PATH)").arg(version) : version;
}

CheckRow toolkitRow(const CudaToolkitFacts& toolkit)
{
    CheckRow row = makeRow("cuda-toolkit", "cuda", Core::tr("CUDA toolkit"));
    row.found = toolkitText(toolkit);
    row.where = toolkit.root;
    row.source = QStringLiteral("nvcc --version (%1)").arg(toolkit.source);
    row.overrideKey = QStringLiteral("nvcc");
    return row;
}

QString recommendedToolkit(const HostFacts& facts, const Profile& profile)
{
    QVector<ArchEntry> entries = parseArchList(archListOf(profile.configuration)).entries;
    for (const QString& text : profile.needs.computeCapabilities) {
        if (archListOf(profile.configuration).isEmpty())
            entries += parseArchList(text).entries;
    }
    return adviseToolkit(facts, profile, profile.source, capabilitiesOf(entries));
}

// Of the toolkits here that fit nothing in the profile, but compile for what it asks. `taken` is taken
// already.
void proposeOthers(
    const HostFacts& facts, const Profile& profile, const CudaToolkitFacts* taken, CheckRow& row)
{
    const QStringList wanted = capabilitiesOf(parseArchList(archListOf(profile.configuration)).entries);
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (&toolkit != taken && compilesAll(toolkit, wanted))
            row.changes.append(chooseChange(QStringLiteral("CUDA %1").arg(majorMinor(toolkit.version)),
                QStringLiteral("nvcc"), toolkit.nvcc));
    }
}

CheckRow neededToolkitRow(const HostFacts& facts, const Profile& profile)
{
    const QString need = rangeText(profile.needs.cudaMinimum, profile.needs.cudaMaximum);
    const CudaToolkitFacts* toolkit
        = fittingToolkit(facts, profile.needs, profile.source, profile.configuration);
    if (toolkit) {
        CheckRow row = toolkitRow(*toolkit);
        row.need = need;
        if (!whySilent(facts, toolkit->nvcc).isEmpty()) {
            setSilent(row, facts, toolkit->nvcc, CheckState::Fail);
            return row;
        }
        // Chosen by the user or by the release; the checks say what is wrong with it besides.
        if (!isInRange(toolkit->version, profile.needs.cudaMinimum, profile.needs.cudaMaximum))
            setFix(row, CheckState::Warning,
                Core::tr("The profile was made with CUDA %1; with this one nobody has tried it.").arg(need));
        return row;
    }
    CheckRow row = makeRow("cuda-toolkit", "cuda", Core::tr("CUDA toolkit"));
    row.overrideKey = QStringLiteral("nvcc");
    const CudaToolkitFacts* other = facts.winningToolkit();
    if (other) {
        row = toolkitRow(*other);
        row.state = CheckState::Fail;
    } else {
        setMissing(row, facts, QStringLiteral("cuda"), CheckState::Fail);
    }
    row.need = need;
    proposeOthers(facts, profile, other, row);
    const QString version = recommendedToolkit(facts, profile);
    if (version.isEmpty())
        return row;
    row.changes.append(cudaInstallation(facts, version));
    row.fixCommand = row.changes.last().command;
    row.fixText = cudaInstallationText(version, row.fixCommand);
    tellToolkitToTake(row, row.changes);
    return row;
}

// CMake goes on without it; where it was asked for, our configure stage does not. No blocker: it may lie
// where CMake looks and we do not.
void setCudnnMissing(CheckRow& row, bool isAskedFor)
{
    if (!isAskedFor)
        return setFix(row, CheckState::Warning,
            Core::tr("Without cuDNN the build switches USE_CUDNN off by itself, and convolutions get "
                     "slow; install it into the toolkit."));
    setFix(row, CheckState::Warning,
        Core::tr("USE_CUDNN is ON: where CMake does not find cuDNN either, the build stops after "
                 "configuring. Install it into the toolkit, or switch it off; convolutions are slow "
                 "without it."));
    row.changes.append(setFlagChange(QStringLiteral("USE_CUDNN"), QStringLiteral("OFF")));
}

CheckRow cudnnRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("cudnn", "cuda", QStringLiteral("cuDNN"));
    const CudaToolkitFacts* toolkit = profile
        ? fittingToolkit(facts, profile->needs, profile->source, profile->configuration)
        : facts.winningToolkit();
    row.found = toolkit && !toolkit->cudnn.isEmpty() ? toolkit->cudnn : Core::tr("no headers found");
    row.source = QStringLiteral("cudnn_version.h");
    if (!profile)
        return row;
    row.need = profile->needs.cudnn.isEmpty() ? Core::tr("any version") : profile->needs.cudnn;
    const FlagValue* use = profile->configuration.flag(QStringLiteral("USE_CUDNN"));
    if (use && !isCMakeTrue(use->value)) {
        row.need = Core::tr("not used: USE_CUDNN is off");
        return row;
    }
    if (!toolkit) {
        row.state = CheckState::Unknown;
        row.need = profile->needs.cudnn;
        row.found = facts.winningToolkit() ? Core::tr("not checked: no fitting CUDA toolkit yet")
                                           : Core::tr("not checked: no CUDA toolkit yet");
        return row;
    }
    if (toolkit->cudnn.isEmpty() && profile->configuration.flagValue(QStringLiteral("CUDNN_ROOT")).isEmpty())
        setCudnnMissing(row, use && use->origin != ValueOrigin::Environment);
    else if (!profile->needs.cudnn.isEmpty()
        && !isInRange(toolkit->cudnn, profile->needs.cudnn, profile->needs.cudnn))
        setFix(row, CheckState::Warning,
            Core::tr("The profile was made with cuDNN %1.").arg(profile->needs.cudnn));
    return row;
}

// Which releases an old cuDNN is good for. A newer one may not go with this toolkit, so that none is asked
// for.
void tellReleases(CheckRow& cudnn, const CudaToolkitFacts* toolkit)
{
    const auto catalogue = ReleaseCatalogue::load();
    if (!catalogue || !toolkit || toolkit->cudnn.isEmpty())
        return;
    const TorchRelease* last = catalogue->newestThatTakes(toolkit->cudnn, &TorchRelease::cudnnMinimum);
    if (last && last->version != catalogue->releases().last().version)
        cudnn.found = Core::tr("%1, good for PyTorch up to %2").arg(toolkit->cudnn, last->version);
}

}

void addCudaRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (!profile) {
        for (const CudaToolkitFacts& toolkit : facts.cudaToolkits)
            rows.append(toolkitRow(toolkit));
        if (!facts.cudaToolkits.isEmpty()) {
            rows.append(cudnnRow(facts, nullptr));
            return tellReleases(rows.last(), facts.winningToolkit());
        }
        CheckRow row = makeRow("cuda-toolkit", "cuda", Core::tr("CUDA toolkit"));
        row.overrideKey = QStringLiteral("nvcc");
        setMissing(row, facts, QStringLiteral("cuda"), CheckState::Pass);
        rows.append(row);
        return;
    }
    if (!usesCuda(profile->configuration))
        return;
    rows.append(neededToolkitRow(facts, *profile));
    rows.append(cudnnRow(facts, profile));
}

void addUnusedCudaRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (!profile || usesCuda(profile->configuration) || facts.cudaToolkits.isEmpty())
        return;
    Rows found;
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits)
        found.append(toolkitRow(toolkit));
    found.append(cudnnRow(facts, nullptr));
    for (CheckRow& row : found) {
        row.found = Core::tr("%1, not needed by this profile").arg(row.found);
        row.overrideKey.clear();
    }
    rows += found;
}

}
