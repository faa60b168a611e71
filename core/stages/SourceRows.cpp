// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SourceRows.h"

#include "core/stages/DebianUnpack.h"
#include "core/stages/GitTree.h"
#include "core/stages/SourceCheck.h"
#include "core/stages/StageMakers.h"

#include <QFileInfo>

namespace torchmason {

namespace {

CheckRow rowOf(const BuildRequest& request, CheckState state, const QString& found)
{
    CheckRow row;
    row.id = QStringLiteral("source-folder");
    row.group = QStringLiteral("configuration");
    row.title = QStringLiteral("What is in the source folder");
    row.state = state;
    row.found = found;
    row.where = request.sourceFolder;
    return row;
}

QVector<CheckRow> gitRows(const BuildRequest& request)
{
    QStringList warnings;
    const QString git = toolProgram({ request, hostPlatform(), warnings }, QStringLiteral("git"));
    const QString& folder = request.sourceFolder;
    const auto checked = checkGitFolder(folder, request.source.url, git);
    if (!checked)
        return { rowOf(request, CheckState::Fail, checked.error().message) };
    if (!QFileInfo::exists(folder + QStringLiteral("/.git")) || isOwnGitTree(folder))
        return {};
    const QString branch = branchOf(folder, git);
    if (branch.isEmpty())
        return {};
    CheckRow row = rowOf(request, CheckState::Warning,
        QStringLiteral("%1 is a git tree of your own: %2 is checked out in it, and its branch %3 left as it "
                       "is.")
            .arg(folder, request.source.tag, branch));
    row.fixText = QStringLiteral("To build the branch, leave the stage \"fetch\" out (--skip fetch).");
    return { row };
}

}

QVector<CheckRow> sourceFolderRows(const BuildRequest& request)
{
    const QString fetch = stageKindId(StageKind::Fetch);
    const bool fetches = !request.skippedStages.contains(fetch)
        && (request.fromStage.isEmpty() || request.fromStage == fetch) && !request.sourceFolder.isEmpty();
    if (!fetches)
        return {};
    if (request.source.kind == SourceKind::Git)
        return gitRows(request);
    if (request.source.kind != SourceKind::DebianSource)
        return {};
    const auto checked = checkDebianFolder(request.sourceFolder, request.source.package);
    return checked ? QVector<CheckRow>()
                   : QVector<CheckRow> { rowOf(request, CheckState::Fail, checked.error().message) };
}

}
