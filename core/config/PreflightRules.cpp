// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PreflightRules.h"

namespace torchmason {

QVector<PreflightRule> preflightRules()
{
    return { checkHistorical, checkArchForGpu, checkToolkitForGpu, checkArchForToolkit, checkHostCompiler,
        checkCudaForRelease, checkPythonForRelease, checkCMakeForRelease, checkFlagsForRelease,
        checkNamesSetTwice, checkFlagsWithoutEffect, checkDistributed, checkCaches, checkJobsForMemory,
        checkPaths, checkPatches };
}

CheckRow problemRow(const char* id, CheckState state, const QString& title, const QString& found)
{
    CheckRow row;
    row.id = QLatin1String(id);
    row.group = QStringLiteral("configuration");
    row.title = title;
    row.state = state;
    row.found = found;
    row.source = QStringLiteral("check before the build");
    return row;
}

void checkHistorical(const PreflightInput& input, QVector<CheckRow>& rows)
{
    if (input.profile.status != ProfileStatus::Historical)
        return;
    CheckRow row = problemRow("historical-profile", CheckState::Fail,
        QStringLiteral("Profile known not to work"), input.profile.statusReason);
    row.fixText = input.profile.fixes.join(QLatin1Char(' '));
    rows.append(row);
}

// The patch stage makes them; whoever leaves it out has to know what to change.
void checkPatches(const PreflightInput& input, QVector<CheckRow>& rows)
{
    if (!input.request.skippedStages.contains(QLatin1String("patch")))
        return;
    for (const SourcePatch& patch : input.profile.patches) {
        const QString what = patch.isDiff()
            ? QStringLiteral("A patch of this profile is left out: %1.").arg(patch.why)
            : QStringLiteral("In %1, \"%2\" is not changed to \"%3\": %4.")
                  .arg(patch.file, patch.find, patch.replace, patch.why);
        CheckRow row
            = problemRow("patch-left-out", CheckState::Warning, QStringLiteral("Change to the source"), what);
        row.where = input.request.sourceFolder + QLatin1Char('/') + patch.file;
        row.fixText
            = QStringLiteral("Do not leave the stage \"patch\" out, unless the change was made by hand.");
        rows.append(row);
    }
}

}
