// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/FixCommands.h"
#include "core/config/MachineRows.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

QString toolkitText(const CudaToolkitFacts& toolkit)
{
    const QString version = toolkit.version.isEmpty() ? QStringLiteral("unknown version") : toolkit.version;
    return toolkit.winsOnPath ? QStringLiteral("%1 (wins on PATH)").arg(version) : version;
}

CheckRow toolkitRow(const CudaToolkitFacts& toolkit)
{
    CheckRow row = makeRow("cuda-toolkit", "cuda", QStringLiteral("CUDA toolkit"));
    row.found = toolkitText(toolkit);
    row.where = toolkit.root;
    row.source = QStringLiteral("nvcc --version (%1)").arg(toolkit.source);
    row.overrideKey = QStringLiteral("nvcc");
    return row;
}

QString recommendedToolkit(const ProfileNeeds& needs)
{
    if (!needs.cudaMaximum.isEmpty())
        return needs.cudaMaximum;
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* newest = nullptr;
    QStringList capabilities;
    for (const QString& text : needs.computeCapabilities) {
        for (const ArchEntry& entry : parseArchList(text).entries)
            capabilities << entry.capability;
    }
    if (catalogue)
        newest = catalogue->newestFor(capabilities);
    return newest && !isBelow(newest->version, needs.cudaMinimum) ? newest->version : needs.cudaMinimum;
}

CheckRow neededToolkitRow(const HostFacts& facts, const Profile& profile)
{
    const QString need = rangeText(profile.needs.cudaMinimum, profile.needs.cudaMaximum);
    if (const CudaToolkitFacts* toolkit = toolkitFor(facts, profile.needs)) {
        CheckRow row = toolkitRow(*toolkit);
        row.need = need;
        const CudaToolkitFacts* winner = facts.winningToolkit();
        if (winner && winner->winsOnPath && winner != toolkit)
            setFix(row, CheckState::Warning,
                QStringLiteral("CUDA %1 comes first on PATH; put %2/bin before it, or choose its nvcc.")
                    .arg(winner->version.isEmpty() ? winner->root : winner->version, toolkit->root));
        return row;
    }
    CheckRow row = makeRow("cuda-toolkit", "cuda", QStringLiteral("CUDA toolkit"));
    row.overrideKey = QStringLiteral("nvcc");
    if (const CudaToolkitFacts* other = facts.winningToolkit()) {
        row = toolkitRow(*other);
        row.state = CheckState::Fail;
    } else {
        setMissing(row, facts, QStringLiteral("cuda"), CheckState::Fail);
    }
    row.need = need;
    const QString version = recommendedToolkit(profile.needs);
    row.fixText
        = QStringLiteral("Install CUDA %1 (from NVIDIA's own repository) beside what is there.").arg(version);
    row.fixCommand = cudaInstallCommand(facts, version);
    return row;
}

CheckRow cudnnRow(const HostFacts& facts, const Profile* profile)
{
    CheckRow row = makeRow("cudnn", "cuda", QStringLiteral("cuDNN"));
    const CudaToolkitFacts* toolkit = profile ? toolkitFor(facts, profile->needs) : facts.winningToolkit();
    row.found = toolkit && !toolkit->cudnn.isEmpty() ? toolkit->cudnn : QStringLiteral("no headers found");
    row.source = QStringLiteral("cudnn_version.h");
    if (!profile)
        return row;
    row.need = profile->needs.cudnn.isEmpty() ? QStringLiteral("any, optional") : profile->needs.cudnn;
    if (toolkit && toolkit->cudnn.isEmpty())
        setFix(row, CheckState::Warning,
            QStringLiteral("Without cuDNN the build switches USE_CUDNN off by itself, and convolutions get "
                           "slow; install it into the toolkit."));
    else if (toolkit && !profile->needs.cudnn.isEmpty()
        && !isInRange(toolkit->cudnn, profile->needs.cudnn, profile->needs.cudnn))
        setFix(row, CheckState::Warning,
            QStringLiteral("The profile was made with cuDNN %1.").arg(profile->needs.cudnn));
    return row;
}

}

void addCudaRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (!profile) {
        for (const CudaToolkitFacts& toolkit : facts.cudaToolkits)
            rows.append(toolkitRow(toolkit));
        if (!facts.cudaToolkits.isEmpty())
            return rows.append(cudnnRow(facts, nullptr));
        CheckRow row = makeRow("cuda-toolkit", "cuda", QStringLiteral("CUDA toolkit"));
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

}
