// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PreflightRules.h"

namespace torchmason {

QVector<PreflightRule> preflightRules()
{
    return { checkHistorical, checkArchForGpu, checkToolkitForGpu, checkArchForToolkit, checkHostCompiler,
        checkCudaForRelease, checkPythonForRelease, checkCMakeForRelease, checkFlagsForRelease,
        checkFlagsWithoutEffect, checkDistributed, checkCaches, checkJobsForMemory, checkPaths, checkPatches };
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

// Until sources are changed by the program itself, the user has to know what to change.
void checkPatches(const PreflightInput& input, QVector<CheckRow>& rows)
{
    for (const ProfilePatch& patch : input.profile.patches) {
        CheckRow row
            = problemRow("patch-by-hand", CheckState::Warning, QStringLiteral("Change to the source"),
                QStringLiteral("In %1, \"%2\" must become \"%3\": %4.")
                    .arg(patch.file, patch.find, patch.replace, patch.why));
        row.where = input.request.sourceFolder + QLatin1Char('/') + patch.file;
        row.fixText = QStringLiteral("This version does not do that: end after \"fetch\", make the change, "
                                     "begin again at \"configure\".");
        rows.append(row);
    }
}

}
