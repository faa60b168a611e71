// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/trial/TrialPlan.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr qsizetype longPathLength = 280; // beyond the 260 characters of old Windows interfaces
constexpr qsizetype longName = 200; // encrypted home folders allow 143
constexpr qsizetype allocated = 16 << 20;

Result<void> writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
        return Error { Core::tr("Cannot write %1: %2.").arg(path, file.errorString()) };
    return {};
}

// A program that ends with exit code 0.
QString makeProgram(const QString& folder, bool isWindows)
{
    const QString path = folder + QLatin1String(isWindows ? "/tried.exe" : "/tried.sh");
    if (isWindows) // one of the system's own, which only prints the user's name
        QFile::copy(qEnvironmentVariable("SystemRoot", QStringLiteral("C:/Windows"))
                + QStringLiteral("/System32/whoami.exe"),
            path);
    else if (writeFile(path, "#!/bin/sh\nexit 0\n"))
        QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    return path;
}

struct FolderLook {
    TrialFolder folder;
    QString program; // one that was put there
    bool ignoresCase = false;
    bool links = false;
    bool longNames = false;
};

Result<FolderLook> lookAtFolder(const QString& place, bool isWindows)
{
    const auto folder = makeTrialFolder(place);
    if (!folder)
        return folder.error();
    const auto in = [&folder](const QString& name) { return (*folder)->filePath(name); };
    if (const auto written = writeFile(in(QStringLiteral("Tried.h")), "tried"); !written)
        return written.error();
    // Written for real: a quota or a thinly provisioned disk promises more than it gives.
    if (const auto room = writeFile(in(QStringLiteral("space")), QByteArray(allocated, 'x')); !room)
        return Error { Core::tr("16 MB cannot be written. %1").arg(room.error().message) };
    // Windows demands a privilege for links that few users have, and nothing there uses them.
    const bool links = isWindows || QFile::link(QStringLiteral("Tried.h"), in(QStringLiteral("link")));
    return FolderLook { *folder, makeProgram((*folder)->path(), isWindows),
        QFileInfo::exists(in(QStringLiteral("tried.H"))), links,
        writeFile(in(QString(longName, QLatin1Char('n'))), "x").ok() };
}

void tryFolder(TrialWork& work)
{
    const bool isWindows = work.context.isWindows();
    const auto look = work.look<FolderLook>(Core::tr("Writing"),
        [place = work.about.subject, isWindows] { return lookAtFolder(place, isWindows); });
    if (!look) {
        work.about.fix = Core::tr("Choose another folder, or make room there.");
        return;
    }
    const QString elsewhere = Core::tr("Choose a folder on another disk.");
    const StepAnswer run = work.ask({ {}, look->program, {}, Milliseconds(10000) });
    if (!run.isGood()) {
        work.about.evidence = run.problem.isEmpty() ? plainToolText(run.output).trimmed() : run.problem;
        return work.fail(
            Core::tr("Programs cannot be run there: the disk may be mounted with noexec. CMake runs "
                     "what it compiles."),
            elsewhere);
    }
    if (!look->longNames)
        return work.warn(Core::tr("Names of %1 characters cannot be written there, as in an encrypted home "
                                  "folder; a build writes long ones.")
                             .arg(longName),
            elsewhere);
    if (!look->links)
        return work.warn(
            Core::tr("There are no symbolic links on that disk, which installed libraries use."), elsewhere);
    if (look->ignoresCase && !isWindows)
        return work.warn(
            Core::tr("The disk takes Tried.h and tried.h for one file; a source tree may hold both."),
            elsewhere);
    work.pass(look->ignoresCase ? Core::tr(
                  "Can be written, programs run from it, and 16 MB were written; upper and lower case are "
                  "the same.")
                                : Core::tr("Can be written, programs run from it, and 16 MB were written."));
}

struct LongPath {
    TrialFolder folder;
    QString path; // below it
};

Result<LongPath> writeLongPath(const QString& place)
{
    const auto folder = makeTrialFolder(place);
    if (!folder)
        return folder.error();
    QString path = (*folder)->path();
    while (path.size() < longPathLength)
        path += QLatin1Char('/') + QString(50, QLatin1Char('d'));
    if (!QDir().mkpath(path))
        return Error {
            Core::tr("A path of %1 characters cannot be made in %2.").arg(path.size()).arg(place)
        };
    const auto written = writeFile(path + QStringLiteral("/part.c"), trialSource("part.c"));
    return written ? Result<LongPath>({ *folder, path }) : written.error();
}

void tryLongPath(TrialWork& work)
{
    if (!work.needsCompiler())
        return;
    const auto deep = work.look<LongPath>(
        Core::tr("Writing to a long path"), [place = work.about.subject] { return writeLongPath(place); });
    if (deep
        && work.run({ Core::tr("Compiling in a long path"), work.context.cc(),
            work.context.compileWords(
                deep->path + QStringLiteral("/part.c"), deep->path + QStringLiteral("/part.o"), 17) }))
        return work.pass(
            Core::tr("A file with a path of %1 characters is written and compiled.").arg(longPathLength));
    work.soften();
    work.about.fix
        = Core::tr("Keep the build folder's path short: PyTorch needs about 200 characters below it.");
}

}

// Nothing here looks at a disk: one that does not answer would hold up all trials.
void addFolderTrials(const TrialContext& context, QVector<Trial>& trials)
{
    const auto add = [&](Trial trial, const QString& place) {
        trial.about.subject = place;
        trial.folder += QString::number(trials.size());
        trials.append(trial);
    };
    const auto addFolder = [&](const QString& title, const QString& place) {
        add(context.trial("folder", title,
                Core::tr("that the folder can be written, runs programs and gives the space it promises"),
                tryFolder),
            place);
    };
    const QString& source = context.choice.request.sourceFolder;
    const QString& build = context.choice.request.buildFolder;
    const QString temporary = QDir::tempPath();
    const bool isBelow = build == source || build.startsWith(source + QLatin1Char('/'));
    if (!build.isEmpty())
        addFolder(
            isBelow || source.isEmpty() ? Core::tr("Folders of the build") : Core::tr("Build folder"), build);
    if (!source.isEmpty() && !isBelow)
        addFolder(Core::tr("Source folder"), source);
    if (build != temporary)
        addFolder(Core::tr("Temporary folder"), temporary);
    Trial longPath = context.trial("long-path", Core::tr("Long paths"),
        Core::tr("that a file with a path of more than 260 characters is written and compiled"), tryLongPath);
    longPath.usesCompiler = true;
    add(longPath, build.isEmpty() ? temporary : build);
}

}
