// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/ToolkitAdvice.h"

#include "core/base/Core.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

bool holdsAll(const QStringList& list, const QStringList& wanted)
{
    return std::all_of(
        wanted.begin(), wanted.end(), [&](const QString& capability) { return list.contains(capability); });
}

bool runsOnDriver(const HostFacts& facts, const CudaToolkitInfo& info)
{
    const QString minimum = info.minimumDriver(facts.platformOfDriver());
    return std::all_of(facts.gpus.begin(), facts.gpus.end(),
        [&](const GpuFacts& gpu) { return gpu.driver.isEmpty() || !isBelow(gpu.driver, minimum); });
}

// A new major version of CUDA takes names away that trees made before it use.
bool isOfKnownMajor(const QString& version, const QStringList& known)
{
    return known.isEmpty() || std::any_of(known.begin(), known.end(), [&](const QString& one) {
        return majorOf(one) == majorOf(version);
    });
}

bool isNewerThanAll(const QString& version, const QStringList& known)
{
    return !known.isEmpty() && std::all_of(known.begin(), known.end(), [&](const QString& one) {
        return compareVersions(version, one) > 0;
    });
}

}

QString adviseToolkit(const HostFacts& facts, const Profile& profile, const SourceSpec& source,
    const QStringList& capabilities, const QString& atLeast)
{
    const auto catalogue = CudaCatalogue::load();
    const auto releases = ReleaseCatalogue::load();
    if (!catalogue)
        return {};
    const TorchRelease* release
        = releases ? releases->release(source.version.isEmpty() ? source.tag : source.version) : nullptr;
    const QStringList known = release ? release->cudaStable + release->cudaExperimental : QStringList();
    const auto worth = [&](const CudaToolkitInfo& info) {
        return std::make_tuple(isInRange(info.version, profile.needs.cudaMinimum, profile.needs.cudaMaximum),
            known.contains(info.version), isOfKnownMajor(info.version, known), runsOnDriver(facts, info));
    };
    // The newest of those that the release was made for, and of those older than that; else the nearest,
    // which is the oldest.
    const auto isPreferred = [&](const CudaToolkitInfo& info, const CudaToolkitInfo& best) {
        const int order = compareVersions(info.version, best.version);
        return isNewerThanAll(info.version, known) ? order < 0 : order > 0;
    };
    const CudaToolkitInfo* best = nullptr;
    for (const CudaToolkitInfo& info : catalogue->toolkits()) {
        if (!holdsAll(info.capabilities, capabilities) || isBelow(info.version, atLeast))
            continue;
        const bool isBetter = !best || worth(info) > worth(*best)
            || (worth(info) == worth(*best) && isPreferred(info, *best));
        if (isBetter)
            best = &info;
    }
    return best ? best->version : QString();
}

bool compilesAll(const CudaToolkitFacts& toolkit, const QStringList& capabilities)
{
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* info = catalogue ? catalogue->toolkit(toolkit.version) : nullptr;
    return info && holdsAll(info->capabilities, capabilities);
}

QString flagThatNamesToolkit(const BuildChoice& choice)
{
    for (const char* name : { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT" }) {
        const FlagValue* flag = choice.request.configuration.flag(QLatin1String(name));
        const QString profiles = choice.profile.configuration.flagValue(QLatin1String(name));
        // ${cuda} is whatever is chosen.
        if (flag && (flag->origin == ValueOrigin::User || !profiles.contains(QLatin1String("${"))))
            return flag->name;
    }
    return {};
}

Change useToolkitChange(const BuildChoice& choice, const CudaToolkitFacts& toolkit)
{
    const QString what = QStringLiteral("CUDA %1").arg(majorMinor(toolkit.version));
    const QString flag = flagThatNamesToolkit(choice);
    if (flag.isEmpty())
        return chooseChange(what, QStringLiteral("nvcc"), toolkit.nvcc);
    Change change = setFlagChange(flag, toolkit.root);
    change.title = Core::tr("Use %1, which is here").arg(what);
    return change;
}

QVector<Change> otherToolkits(const BuildChoice& choice, const QStringList& capabilities)
{
    QVector<CudaToolkitFacts> others = choice.facts.cudaToolkits;
    others.removeIf([&](const CudaToolkitFacts& toolkit) {
        return (choice.toolkit && toolkit.root == choice.toolkit->root
                   && toolkit.nvcc == choice.toolkit->nvcc)
            || !compilesAll(toolkit, capabilities);
    });
    std::stable_sort(others.begin(), others.end(),
        [](const auto& left, const auto& right) { return compareVersions(left.version, right.version) > 0; });
    QVector<Change> changes;
    for (const CudaToolkitFacts& toolkit : std::as_const(others))
        changes.append(useToolkitChange(choice, toolkit));
    return changes;
}

}
