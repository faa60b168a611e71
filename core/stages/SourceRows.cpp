// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SourceRows.h"

#include "core/change/CheckRow.h"
#include "core/stages/DebianUnpack.h"
#include "core/stages/GitRevision.h"
#include "core/stages/GitTree.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/SourceCheck.h"
#include "core/stages/StageMakers.h"

#include <QFileInfo>

namespace torchmason {

namespace {

CheckRow rowOf(const BuildRequest& request, CheckState state, const QString& found)
{
    CheckRow row = problemRow("source-folder", state, QStringLiteral("What is in the source folder"), found);
    row.where = request.sourceFolder;
    return row;
}

// A tag that is newer than this program is as good as any: only what is known against one is told.
QVector<CheckRow> revisionRows(const BuildRequest& request, const QString& git)
{
    const RevisionProblem problem = revisionProblem(request.source.url, request.source.tag, git);
    if (problem.sentence.isEmpty())
        return {};
    CheckRow row = rowOf(request, problem.isSure ? CheckState::Fail : CheckState::Warning, problem.sentence);
    row.id = QStringLiteral("source-revision");
    row.title = QStringLiteral("The revision to fetch");
    row.where = shownAddress(request.source.url);
    row.fixText = problem.meant.isEmpty()
        ? QStringLiteral("Name a tag, branch or commit that is there (--tag).")
        : QStringLiteral("Take --tag %1.").arg(problem.meant.first());
    return { row };
}

QVector<CheckRow> gitRows(const BuildRequest& request)
{
    QStringList warnings;
    const QString git = toolProgram({ request, hostPlatform(), warnings }, QStringLiteral("git"));
    const QString& folder = request.sourceFolder;
    QVector<CheckRow> rows = revisionRows(request, git);
    const auto checked = checkGitFolder(folder, request.source.url, git);
    if (!checked)
        return rows << rowOf(request, CheckState::Fail, checked.error().message);
    if (!QFileInfo::exists(folder + QStringLiteral("/.git")) || isOwnGitTree(folder))
        return rows;
    const QString branch = branchOf(folder, git);
    if (branch.isEmpty())
        return rows;
    CheckRow row = rowOf(request, CheckState::Warning,
        QStringLiteral("%1 is a git tree of your own: %2 is checked out in it, and its branch %3 left as it "
                       "is.")
            .arg(folder, request.source.tag, branch));
    row.fixText = QStringLiteral("To build the branch, leave the stage \"fetch\" out (--skip fetch).");
    return rows << row;
}

// A tree that nothing is fetched into has to bring NCCL along, where CMake does not fetch it while it
// configures: before 2.13, and without a network in all.
QVector<CheckRow> ncclRows(const BuildRequest& request)
{
    const QString& folder = request.sourceFolder;
    const bool isTorch = QFileInfo(folder + QStringLiteral("/c10")).isDir();
    const bool usesSystems = isCMakeTrue(request.configuration.flagValue(QStringLiteral("USE_SYSTEM_LIBS")));
    const bool fetchesItself = QFileInfo::exists(folder + QStringLiteral("/cmake/PreBuildSteps.cmake"));
    if (hostPlatform() != Platform::Linux || !isTorch || usesSystems || !compilesNccl(request.configuration)
        || hasNccl(folder))
        return {};
    QStringList warnings;
    const auto pin = pinnedNccl(folder, toolkitVersion({ request, hostPlatform(), warnings }));
    CheckRow row = rowOf(request, fetchesItself ? CheckState::Warning : CheckState::Fail,
        QStringLiteral(
            "NCCL's sources are not in third_party/nccl, and this build compiles NCCL (USE_NCCL)."));
    row.id = QStringLiteral("nccl-not-there");
    row.title = QStringLiteral("NCCL's sources");
    row.fixText = pin && fetchesItself
        ? QStringLiteral("CMake fetches them while it configures; without a network, clone them beforehand.")
        : QStringLiteral("Clone them there, or build with USE_SYSTEM_NCCL=ON or USE_NCCL=OFF.");
    if (pin)
        row.fixCommand = QStringLiteral("git clone --depth 1 --branch %1 https://github.com/NVIDIA/nccl %2")
                             .arg(pin->tag, quotedForSh(pin->folder));
    return { row };
}

}

QVector<CheckRow> sourceFolderRows(const BuildRequest& request)
{
    if (request.sourceFolder.isEmpty())
        return {};
    if (!request.fetches())
        return ncclRows(request);
    if (request.source.kind == SourceKind::Git)
        return gitRows(request);
    if (request.source.kind != SourceKind::DebianSource)
        return {};
    const auto checked = checkDebianFolder(request.sourceFolder, request.source.package);
    return checked ? QVector<CheckRow>()
                   : QVector<CheckRow> { rowOf(request, CheckState::Fail, checked.error().message) };
}

}
