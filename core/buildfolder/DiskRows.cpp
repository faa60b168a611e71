// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/DiskRows.h"

#include "core/base/Core.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/patch/PatchPlan.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/SourceRows.h"
#include "core/stages/StagePlan.h"

#include <QFileInfo>

namespace torchmason {

namespace {

// A tree that is fetched may still become one to which they apply.
QVector<CheckRow> patchRows(const BuildRequest& request)
{
    if (!canPlanPatches(request))
        return {};
    const auto plan = planPatches(request.sourceFolder, request.patches);
    if (plan)
        return {};
    CheckRow row;
    row.id = QStringLiteral("patches");
    row.group = QStringLiteral("configuration");
    row.title = Core::tr("Changes to the source");
    row.state = request.fetches() ? CheckState::Warning : CheckState::Fail;
    row.found = plan.error().message;
    row.where = request.sourceFolder;
    row.fixText = Core::tr("Choose a source tree of the release that the profile is for, or leave the "
                           "stage \"patch\" out (--skip patch).");
    return { row };
}

}

bool canPlanPatches(const BuildRequest& request)
{
    return !request.patches.isEmpty() && runsStage(request, StageKind::Patch)
        && QFileInfo(request.sourceFolder).isDir();
}

QVector<CheckRow> diskRows(const BuildRequest& request)
{
    return sourceFolderRows(request) + flatbuffersRows(request) + buildFolderRows(request)
        + patchRows(request) + installPlaceRows(request) + wheelsFolderRows(request);
}

}
