// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/ToolkitAdvice.h"

#include "core/base/Core.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

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
