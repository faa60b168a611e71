// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderStep.h"

#include "core/base/Core.h"
#include "core/stages/BuildFolderCleaner.h"

namespace torchmason {

Result<QString> checkBuildFolder(const BuildFolderWishes& wishes)
{
    const auto state = readBuildFolder(wishes.buildFolder);
    if (!state)
        return state.error();
    if (!state->isConfigured && state->outputs.isEmpty())
        return Core::tr("%1 has not been configured yet.").arg(wishes.buildFolder);
    const CleanAdvice advice = adviseClean(wishes, *state);
    if (advice.level != CleanLevel::None)
        return Error { adviceSentence(advice, wishes.buildFolder) };
    return (state->isConfigured ? Core::tr("What %1 was configured with fits what is asked now.")
                                : Core::tr("%1 has no cache of CMake, and what lies there fits what is "
                                           "asked now."))
        .arg(wishes.buildFolder);
}

Result<QString> cleanParts(
    const BuildFolderWishes& wishes, CleanLevel level, const std::function<void(const QString&)>& print)
{
    const auto state = readBuildFolder(wishes.buildFolder);
    if (!state)
        return state.error();
    QStringList outputs;
    if (level == CleanLevel::Stale)
        outputs = adviseClean(wishes, *state).staleOutputs;
    for (const QString& output : outputs)
        print(Core::tr("Removing %1.").arg(output));
    const auto removed = removeOutputs(wishes.buildFolder, wishes.sourceFolder, outputs);
    if (!removed)
        return removed.error();
    const auto forgotten = forgetConfiguration(wishes.buildFolder, wishes.sourceFolder);
    if (!forgotten)
        return forgotten.error();
    return Core::tr("Removed %1 of CMake's cache%2.")
        .arg(folderCountText(*forgotten),
            outputs.isEmpty() ? QString() : Core::tr(" and %1").arg(folderCountText(*removed)));
}

}
