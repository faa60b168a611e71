// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperRuns.h"

#include "core/attempt/FolderClaim.h"
#include "core/buildfolder/AskedFlags.h"
#include "core/buildfolder/ConfigurationCheck.h"
#include "core/patch/PatchJournal.h"
#include "core/patch/PatchUndo.h"
#include "core/stages/BuildFolderCleaner.h"
#include "core/stages/DebianSource.h"
#include "core/stages/GitMend.h"
#include "core/stages/GitTree.h"
#include "core/stages/InstallUndo.h"
#include "core/stages/MadeWheels.h"
#include "core/stages/ProductCheck.h"
#include "core/stages/TourProject.h"
#include "core/stages/VirtualEnvironment.h"
#include "core/stages/WheelInstall.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "core/store/EarlierWheels.h"
#include "core/store/WheelPresence.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <cstdio>

namespace torchmason {

void tell(const QString& line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    std::fflush(stdout);
}

Result<QString> runClean(const HelperStep& step)
{
    const QString build = step.value("--build");
    if (const auto allowed = checkCleanable(build, step.value("--source")); !allowed)
        return allowed.error();
    const auto count = countBuildFolder(build);
    if (!count)
        return count.error();
    tell(QStringLiteral("Removing %1 from %2.").arg(folderCountText(*count), build));
    const auto removed = cleanBuildFolder(build, step.value("--source"));
    if (!removed)
        return removed.error();
    return QStringLiteral("Removed %1.").arg(folderCountText(*removed));
}

Result<QString> runVerify(const HelperStep& step)
{
    ProductCheckWishes wishes;
    wishes.buildFolder = step.value("--build");
    wishes.sourceFolder = step.value("--source");
    wishes.targets = step.values("--target");
    wishes.python = step.value("--python");
    const QString attempt = step.value("--attempt");
    const BuildWheels known = wheelsOfBuild(attempt);
    for (const WheelRecord& wheel : known.wheels)
        wishes.wheels.append({ wheel.path, wheel.size, wheel.sha256 });
    if (!attempt.isEmpty() && wishes.wheels.isEmpty())
        tell(QStringLiteral("No wheel of this build is there, so none is looked at."));
    wishes.archList = step.value("--arch");
    wishes.wheelFolder = step.value("--wheels");
    wishes.helper = QCoreApplication::applicationFilePath();
    return checkProducts(wishes, tell);
}

namespace {

// NAME=VALUE
FlagValue flagFromText(const QString& text)
{
    FlagValue flag;
    flag.name = text.section(QLatin1Char('='), 0, 0);
    flag.value = text.section(QLatin1Char('='), 1);
    return flag;
}

}

// A note that cannot be written stops no build.
Result<QString> runPrepareBuild(const HelperStep& step)
{
    const QString build = step.value("--build");
    const auto prepared = prepareBuildFolder(build);
    const QString attempt = step.value("--attempt");
    if (!prepared || attempt.isEmpty())
        return prepared;
    const auto request = AttemptFiles::readRequest(attempt);
    const auto noted = request ? noteAskedFlags(build, request->configuration) : request.error();
    if (!noted)
        tell(QLatin1String(helperWarning) + noted.error().message);
    return prepared;
}

Result<QString> runCheckConfiguration(const HelperStep& step)
{
    ConfigurationStepWishes wishes;
    wishes.buildFolder = step.value("--build");
    for (const QString& text : step.values("--flag"))
        wishes.flags.append(flagFromText(text));
    wishes.logFile = qEnvironmentVariable(stageLogVariable);
    wishes.accepted = step.value("--accept") == QLatin1String("yes");
    return checkConfiguration(wishes, tell);
}

BuildFolderWishes folderWishes(const HelperStep& step)
{
    BuildFolderWishes wishes { step.value("--build"), step.value("--source"), step.value("--generator"), {},
        {}, {} };
    for (const QString& text : step.values("--flag"))
        wishes.flags.append(flagFromText(text));
    for (const QString& text : step.values("--version"))
        wishes.versions.insert(text.section(QLatin1Char('='), 0, -2), text.section(QLatin1Char('='), -1));
    for (const QString& text : step.values("--variable"))
        wishes.variables.insert(text.section(QLatin1Char('='), 0, 0), text.section(QLatin1Char('='), 1));
    return wishes;
}

Result<QString> runCleanParts(const HelperStep& step)
{
    const QString level = step.value("--level");
    for (const CleanLevel known : { CleanLevel::Cache, CleanLevel::Stale }) {
        if (level == cleanLevelId(known))
            return cleanParts(folderWishes(step), known, tell);
    }
    return Error { QStringLiteral("--level is cache or stale, not \"%1\".").arg(level) };
}

// What an attempt's request says, done to a source tree, or undone.
Result<QString> runPatch(const HelperStep& step)
{
    const QString attempt = step.value("--attempt");
    const QString what = step.value("--do");
    if (what == QLatin1String("revert"))
        return revertPatches(attempt, tell);
    const auto request = AttemptFiles::readRequest(attempt);
    if (!request)
        return request.error();
    if (what.isEmpty())
        return applyPatches(step.value("--source"), request->patches, attempt, tell);
    if (what != QLatin1String("preview"))
        return Error { QStringLiteral("--do is preview or revert, not \"%1\".").arg(what) };
    const auto plan = planPatches(step.value("--source"), request->patches);
    if (!plan)
        return plan.error();
    const auto diff = diffOf(*plan);
    if (!diff)
        return diff.error();
    std::fwrite(diff->constData(), 1, size_t(diff->size()), stdout);
    return QStringLiteral("Nothing was changed.");
}

namespace {

// The folder of the repository that a file belongs to: a submodule is one of its own, and the tree may lie in
// a larger one. Empty: none.
QString repositoryOf(const QString& path)
{
    for (QDir folder = QFileInfo(path).dir(); !folder.isRelative();) {
        if (folder.exists(QStringLiteral(".git")))
            return folder.path();
        if (folder.isRoot() || !folder.cdUp())
            break;
    }
    return {};
}

// Where git does not know the file, nobody knows better than the attempt that changed it.
bool isChangedForGit(const QString& git, const QString& source, const QString& file)
{
    const QString path = source + QLatin1Char('/') + file;
    const QString repository = repositoryOf(path);
    if (repository.isEmpty())
        return true;
    const auto ask = [&](const QStringList& words) {
        return askGit(git, repository,
            QStringList { QStringLiteral("--literal-pathspecs") } + words
                + QStringList { QStringLiteral("--"), QDir(repository).relativeFilePath(path) });
    };
    const GitAnswer tracked = ask({ QStringLiteral("ls-files") });
    if (!tracked.isGood || tracked.text.isEmpty())
        return tracked.isGood;
    const GitAnswer state = ask({ QStringLiteral("status"), QStringLiteral("--porcelain") });
    return state.isGood && !state.text.isEmpty();
}

// Whether the tree is at that revision; where none is named it stays at its own.
bool isAtRevision(const QString& git, const QString& source, const QString& revision)
{
    return revision.isEmpty()
        || commitNamed(source, git, QStringLiteral("HEAD")).text == commitNamed(source, git, revision).text;
}

}

// A tree that stays at its revision keeps the patches that the request has, and with them what was compiled
// of them. Without git it is the sample.
Result<QString> runPutBackPatches(const HelperStep& step)
{
    const QString source = step.value("--source");
    const QString attempts = QFileInfo(step.value("--attempt")).path();
    const QString git = step.value("--git");
    if (git.isEmpty())
        return putBackPatches(
            source, attempts, {}, [&](const QString&) { return holdsTour(source); }, tell);
    QVector<SourcePatch> staying;
    if (isAtRevision(git, source, step.value("--revision"))) {
        const auto request = AttemptFiles::readRequest(step.value("--attempt"));
        if (!request)
            return request.error();
        staying = request->patches;
    }
    return putBackPatches(
        source, attempts, staying, [&](const QString& file) { return isChangedForGit(git, source, file); },
        tell);
}

Result<QString> runUnpackDebian(const HelperStep& step)
{
    const QString package = step.value("--package");
    const QString apt = step.value("--apt");
    return unpackDebianSource(step.value("--downloads"), package, step.value("--source"),
        apt.isEmpty() ? QString() : dscNamedByApt(apt, step.value("--state"), package));
}

Result<QString> runPrepareVenv(const HelperStep& step)
{
    const PythonEnvironment python { step.value("--folder"), step.value("--python"), step.values("--package"),
        step.value("--wheels") };
    QStringList requirements; // known of PyTorch only
    if (!step.value("--source").isEmpty())
        requirements = treeRequirements(
            step.value("--source"), step.value("--backend"), step.value("--numpy") != QLatin1String("no"));
    return prepareVirtualEnvironment(python, requirements, tell);
}

namespace {

int numberOf(const QString& attemptFolder)
{
    return QFileInfo(attemptFolder).fileName().toInt();
}

// The attempts lie side by side.
AttemptStore storeOf(const QString& attemptFolder)
{
    return AttemptStore(QFileInfo(attemptFolder).path());
}

// It may have waited in the queue behind a build that packs another one there, or be a retry.
Result<void> checkWheels(const BuildWheels& known, const AttemptStore& store)
{
    for (const WheelRecord& wheel : known.wheels) {
        const WheelPresence presence = lookAtWheel(wheel, {}, WheelLook::Whole, store);
        const QString missing = missingWheelText(wheel, known.attempt, presence);
        if (!missing.isEmpty())
            return Error { missing };
    }
    return {};
}

}

Result<QString> runInstallWheel(const HelperStep& step)
{
    const QString attempt = step.value("--attempt");
    const BuildWheels known = wheelsOfBuild(attempt);
    if (const auto same = checkWheels(known, storeOf(attempt)); !same)
        return same.error();
    QStringList wheels = step.values("--wheel");
    if (wheels.isEmpty()) {
        for (const WheelRecord& wheel : known.wheels)
            wheels << wheel.path;
    }
    if (wheels.isEmpty())
        return Error { QStringLiteral(
            "No wheel of this build is there to install; build from \"wheel\" again.") };
    const auto claim = FolderClaim::takeEnvironment(step.value("--into"), numberOf(attempt));
    if (!claim)
        return claim.error();
    return installWheels({ wheels, step.value("--into"), step.value("--python"),
                             step.value("--dependencies") != QLatin1String("no"), step.value("--wheels"),
                             installNotePath(attempt), continuedInstallNote(attempt) },
        tell);
}

Result<QString> runTakeInstallBack(const HelperStep& step)
{
    const AttemptStore store = storeOf(step.value("--attempt"));
    const QString notePath = installNotePath(store.attemptFolder(step.value("--of").toInt()));
    const auto note = readInstallNote(notePath);
    if (!note) // it says why nothing is done
        return takeInstallBack(notePath, step.value("--wheels"), tell);
    const auto claim = FolderClaim::takeEnvironment(note->interpreter, numberOf(step.value("--attempt")));
    if (!claim)
        return claim.error();
    return takeInstallBack(notePath, step.value("--wheels"), tell);
}

namespace {

// When this stage began; invalid where it has no log.
QDateTime stageBegin()
{
    return QFileInfo(qEnvironmentVariable(stageLogVariable)).birthTime();
}

}

Result<QString> runPrepareGit(const HelperStep& step)
{
    const QString folder = step.value("--source");
    if (const auto removed = removeStaleLocks(folder, stageBegin(), tell); !removed)
        return removed.error();
    return prepareGitFolder(folder, step.value("--url"), step.value("--git"));
}

// Those that the stage's log does not name as older.
Result<QString> runTellWheels(const HelperStep& step)
{
    return tellWheels(step.value("--folder"), wheelsBefore(qEnvironmentVariable(stageLogVariable)), tell);
}

}
