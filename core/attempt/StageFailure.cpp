// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/StageFailure.h"

#include "core/base/DiskSpace.h"
#include "core/base/TextDecoding.h"
#include "core/base/WholeFile.h"
#include "core/stages/FullDisk.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/StageMakers.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr qint64 longestSentence = 16 * 1024;
constexpr int helperFailed = 1;

// Our own steps end with one sentence, which says more than their exit code.
QString lastSentence(const QString& logFile)
{
    return plainToolText(readEnd(logFile, longestSentence).trimmed().split('\n').last()).trimmed();
}

// A program of the build that is not found ends with a shell's words, or with CMake's. "" where Python has
// nothing to do with it: the interpreter is there, or neither the command nor the end of the log speaks of
// it.
QString pythonTrouble(const QString& python, const Command& command, const QString& logFile)
{
    const QString sentence = missingPythonSentence(python);
    const QString besides = QFileInfo(python).path(); // ninja and cmake that pip brought lie there, too
    if (sentence.isEmpty()
        || QDir::fromNativeSeparators(command.program) == QDir::fromNativeSeparators(python)
        || QFileInfo(command.program).path() == besides)
        return sentence;
    const QByteArray end = readEnd(logFile, longestSentence);
    return end.contains(QDir::fromNativeSeparators(python).toUtf8())
            || end.contains(QDir::toNativeSeparators(python).toUtf8())
            || end.contains("Could NOT find Python")
        ? sentence
        : QString();
}

// What the stage takes besides what lies there already; 0 where it is not known.
Bytes roomFor(const Stage& stage, const BuildRequest& request)
{
    if (stage.kind == StageKind::Wheel) // laid out, copied, packed
        return 3
            * (sizeOfFiles(request.buildFolder + QStringLiteral("/lib"), QStringLiteral("*.so*"))
                + sizeOfFiles(request.buildFolder + QStringLiteral("/lib"), QStringLiteral("*.dll"))
                + sizeOfFiles(request.buildFolder + QStringLiteral("/bin"), QStringLiteral("*.dll")));
    return 0;
}

QString temporaryFolder(const Command& command)
{
    for (const EnvironmentValue& variable : command.environment) {
        if (variable.value
            && (variable.name == QLatin1String("TMPDIR") || variable.name == QLatin1String("TEMP")))
            return *variable.value;
    }
    return QDir::tempPath();
}

QVector<WrittenFolder> writtenFolders(const Command& command, const BuildRequest& request)
{
    QVector<WrittenFolder> folders { { request.buildFolder, QStringLiteral("the build folder") },
        { request.sourceFolder, QStringLiteral("the source folder") },
        { temporaryFolder(command), QStringLiteral("temporary files") } };
    if (request.install.isWanted())
        folders.append({ request.install.environment, QStringLiteral("the environment to install into") });
    return folders;
}

// Which disk, how much is free, what may go and how it goes on, where the end of the log speaks of a full
// one. Where it does not, the disk of the build folder tells, where no inode is left. CMake does not say why
// it cannot make a folder, and removes others: hardly an inode is left then.
QString diskTrouble(
    const Stage& stage, const Command& command, const BuildRequest& request, const QString& logFile)
{
    const QByteArray end = readEnd(logFile, longestSentence);
    QVector<WrittenFolder> folders = writtenFolders(command, request);
    if (!saysDiskFull(end)) {
        const quint64 enough = stage.kind == StageKind::Configure ? hardlyAnInode : 1;
        if (freeInodesAt(request.buildFolder).value_or(enough) >= enough)
            return {};
        folders.resize(1); // nothing is said of other disks
    }
    const QString full = fullDiskSentence(end, folders, roomFor(stage, request));
    const bool isBuilt = comesBefore(StageKind::Compile, stage.kind);
    return full + QLatin1Char(' ') + roomAdvice(request.sourceFolder)
        + (isBuilt ? QStringLiteral(
               " Then trying again (attempts retry N) goes on from here; nothing is compiled again.")
                   : QStringLiteral(" Then trying again (attempts retry N) goes on from here."));
}

QString withoutPython(
    const BuildRequest& request, const Stage& stage, const Command& command, const QString& logFile)
{
    if (!stageFacts(stage.kind).builds)
        return {};
    QStringList warnings;
    return pythonTrouble(pythonProgram({ request, hostPlatform(), warnings }), command, logFile);
}

}

QString failureSentence(const BuildRequest& request, const Stage& stage, const Command& command,
    const ProcessEnd& processEnd, const QString& logFile)
{
    if (!processEnd.error.isEmpty()) {
        const QString gone = withoutPython(request, stage, command, logFile);
        return gone.isEmpty() ? processEnd.error : gone;
    }
    const QString program = QFileInfo(command.program).fileName();
    if (processEnd.crashed)
        return QStringLiteral("%1: %2 %3.").arg(stage.title, program, crashText(processEnd.exitCode));
    const QString full = diskTrouble(stage, command, request, logFile);
    if (program == QFileInfo(helperProgram(hostPlatform())).fileName()
        && processEnd.exitCode == helperFailed) {
        const QString sentence = lastSentence(logFile);
        const bool saysAll = full.isEmpty() || sentence.contains(QLatin1String("attempts retry"));
        if (!sentence.isEmpty())
            return saysAll ? sentence : sentence + QLatin1Char(' ') + full;
    }
    if (!full.isEmpty())
        return stage.title + QStringLiteral(": ") + full;
    if (const QString gone = withoutPython(request, stage, command, logFile); !gone.isEmpty())
        return gone;
    return QStringLiteral("%1: %2 ended with exit code %3.")
        .arg(stage.title, program)
        .arg(processEnd.exitCode);
}

}
