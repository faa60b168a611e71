// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/ToolkitAdvice.h"

#include "core/base/Core.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

const char* const flagsThatName[] = { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT" };

// The release that it installs; empty where it installs none.
QString releaseInstalled(const Change& change)
{
    for (const ChangeStep& step : change.steps) {
        if (step.kind == StepKind::Install && step.name == QLatin1String("cuda"))
            return step.value;
    }
    return {};
}

bool takesToolkit(const Change& change)
{
    const auto names = [](const ChangeStep& step) {
        return (step.kind == StepKind::Choose && step.name == QLatin1String("nvcc"))
            || (step.kind == StepKind::SetFlag
                && std::any_of(std::begin(flagsThatName), std::end(flagsThatName),
                    [&step](const char* flag) { return step.name == QLatin1String(flag); }));
    };
    return change.canBeDone() && std::any_of(change.steps.begin(), change.steps.end(), names);
}

}

void tellToolkitToTake(CheckRow& row, const QVector<Change>& proposed)
{
    const auto installs = [](const Change& change) { return !releaseInstalled(change).isEmpty(); };
    const auto first = std::find_if(proposed.begin(), proposed.end(), installs);
    if (first == proposed.end())
        return;
    const auto here = std::find_if(row.changes.begin(), row.changes.end(), takesToolkit);
    const auto left = std::find_if(row.changes.begin(), row.changes.end(), installs);
    const QString release = left == row.changes.end() ? QString() : releaseInstalled(*left);
    const bool isAsProposed = release.isEmpty() || release == releaseInstalled(*first);
    if (here == row.changes.end() && isAsProposed)
        return;
    row.fixText = here == row.changes.end() ? left->title + u'.'
        : release.isEmpty()                 ? here->title + u'.'
                                            : Core::tr("%1, or install CUDA %2.").arg(here->title, release);
    row.fixCommand = release.isEmpty() ? QString() : left->command;
}

QString flagThatNamesToolkit(const BuildChoice& choice)
{
    for (const char* name : flagsThatName) {
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
