// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/PreflightRules.h"

#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/Placeholders.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/ToolkitAdvice.h"

#include <algorithm>

namespace torchmason {

QVector<PreflightRule> preflightRules()
{
    return { checkHistorical, checkTag, checkArchList, checkArchForGpu, checkNamedToolkit, checkToolkitForGpu,
        checkArchForToolkit, checkArchForRelease, checkHostCompiler, checkLibcForCuda, checkStlForCuda,
        checkCudaForRelease, checkDriver, checkCudnnForRelease, checkCudnnForGpu, checkCompilerForRelease,
        checkPythonForRelease, checkPackagesForRelease, checkCMakeForRelease, checkNinja,
        checkFlagsForRelease, checkNamesAndValues, checkStandard, checkFlashAttention, checkGenerator,
        checkNamesSetTwice, checkInheritedOptions, checkVariablesNotRead, checkVariablesThatRunCode,
        checkFlagsWithoutEffect, checkRocm, checkDistributed, checkLibuv, checkCaches, checkMaxJobs,
        checkJobsForMemory, checkJobsForProcessors, checkMemoryLimit, checkHeaviestFile, checkWheel,
        checkPaths, checkPatches };
}

CheckRow& addProblem(
    QVector<CheckRow>& rows, const char* id, CheckState state, const QString& title, const QString& found)
{
    rows.append(problemRow(id, state, title, found));
    return rows.last();
}

void proposeToolkit(const BuildChoice& choice, const QString& version, CheckRow& row)
{
    if (version.isEmpty())
        return;
    Change change = cudaInstallation(choice.facts, version);
    row.fixCommand = change.command;
    row.fixText = cudaInstallationText(version, row.fixCommand);
    const QString flag = flagThatNamesToolkit(choice);
    if (!flag.isEmpty()) {
        change.title += Core::tr(", and name it in %1").arg(flag);
        change.steps.append({ StepKind::SetFlag, flag, usualCuda(version, choice.facts.platform) });
    }
    row.changes.append(change);
}

void proposeRelease(const BuildChoice& choice, const QString& version, CheckRow& row)
{
    if (choice.request.source.kind != SourceKind::Git)
        return;
    row.changes.append({ Core::tr("Build PyTorch %1 instead").arg(version),
        Core::tr("Another release is fetched; patches and flags of this profile may not fit it."),
        { { StepKind::Release, {}, QLatin1Char('v') + version } }, {} });
}

void proposeReleaseFor(
    const BuildChoice& choice, const std::function<bool(const TorchRelease&)>& fits, CheckRow& row)
{
    const auto catalogue = ReleaseCatalogue::load();
    if (!catalogue)
        return;
    const TorchRelease* newest = nullptr;
    for (const TorchRelease& release : catalogue->releases()) {
        if (fits(release) && (!newest || compareVersions(release.version, newest->version) > 0))
            newest = &release;
    }
    if (newest)
        proposeRelease(choice, newest->version + QStringLiteral(".0"), row);
}

// Known not to work as it is; what was changed is judged by the other rules.
void checkHistorical(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (choice.profile.status != ProfileStatus::Historical)
        return;
    const Configuration& configuration = choice.request.configuration;
    const bool isChanged = std::any_of(configuration.flags.begin(), configuration.flags.end(),
                               [](const FlagValue& flag) { return flag.origin == ValueOrigin::User; })
        || (choice.toolkit && choice.toolkit->source == chosenByUser());
    CheckRow& row = addProblem(rows, "historical-profile", isChanged ? CheckState::Warning : CheckState::Fail,
        Core::tr("Profile known not to work"), choice.profile.statusReason);
    row.fixText = choice.profile.fixes.join(QLatin1Char(' '));
    row.reference = choice.profile.references.join(QLatin1String("; "));
}

// The patch stage makes them.
void checkPatches(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!leavesOut(choice.request, StageKind::Patch))
        return;
    for (const SourcePatch& patch : choice.profile.patches) {
        const QString what = patch.isDiff()
            ? Core::tr("A patch of this profile is left out: %1.").arg(patch.why)
            : Core::tr("In %1, \"%2\" is not changed to \"%3\": %4.")
                  .arg(patch.file, patch.find, patch.replace, patch.why);
        CheckRow& row
            = addProblem(rows, "patch-left-out", CheckState::Warning, Core::tr("Change to the source"), what);
        row.where = choice.request.sourceFolder + QLatin1Char('/') + patch.file;
        row.changes.append({ Core::tr("Make the changes to the source"), {},
            { { StepKind::RunStage, stageKindId(StageKind::Patch), {} } }, {} });
        row.fixText = Core::tr("Do not leave the stage \"patch\" out, unless the change was made by hand.");
    }
}

}
