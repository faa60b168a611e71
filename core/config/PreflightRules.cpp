// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PreflightRules.h"

namespace torchmason {

QVector<PreflightRule> preflightRules()
{
    return { checkHistorical, checkArchForGpu, checkToolkitForGpu, checkArchForToolkit, checkHostCompiler,
        checkCudaForRelease, checkPythonForRelease, checkCMakeForRelease, checkFlagsForRelease,
        checkFlagsWithoutEffect, checkDistributed, checkJobsForMemory, checkPaths };
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

}
