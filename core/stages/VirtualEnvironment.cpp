// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/VirtualEnvironment.h"

#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/StagePlan.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>

namespace torchmason {

namespace {

const FolderMark venvMark { ".torchmason-venv",
    "Torchmason made this virtual environment for a build and may make it anew.\n" };

// What is there, written when all of it is.
QString pinsPath(const PythonEnvironment& python)
{
    return python.folder + QStringLiteral("/torchmason-pins.json");
}

// The version and place of the interpreter, which a path alone does not tell.
Result<QString> identityOf(const QString& interpreter)
{
    QProcess process;
    process.start(interpreter,
        { QStringLiteral("-c"), QStringLiteral("import sys; print(sys.version, sys.base_prefix)") });
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return Error { QStringLiteral("The Python %1 does not run (%2); choose another interpreter.")
                           .arg(interpreter, process.errorString()) };
    return QString::fromUtf8(process.readAllStandardOutput()).simplified();
}

Json pinsOf(const PythonEnvironment& python, const QString& identity)
{
    return { { "interpreter", toJson(identity) }, { "packages", toJson(python.packages) } };
}

Result<void> run(const QString& program, const QStringList& arguments,
    const std::function<void(const QString&)>& print, const QString& hint)
{
    print(commandText({ program, arguments, {}, {}, {} }, hostPlatform()));
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.setInputChannelMode(QProcess::ManagedInputChannel);
    process.start(program, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(-1) && process.error() == QProcess::FailedToStart)
        return Error { QStringLiteral("Cannot start %1: %2.").arg(program, process.errorString()) };
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error { hint };
    return {};
}

// Makes room for a new environment: a free folder, or one of ours without what it held.
Result<void> makeRoom(const PythonEnvironment& python)
{
    const QFileInfo folder(python.folder);
    if (isLink(python.folder))
        return Error { QStringLiteral("%1 is a link; the virtual environment needs a folder of its own.")
                           .arg(python.folder) };
    if (folder.exists() && !isEmptyFolder(python.folder)) {
        if (!hasMark(python.folder, venvMark))
            return Error { QStringLiteral("%1 was not made by Torchmason, so it is not replaced by a virtual "
                                          "environment; remove it, or choose another build folder.")
                               .arg(python.folder) };
        if (const auto emptied = emptyFolder(python.folder); !emptied)
            return emptied.error();
    }
    return writeMark(python.folder, venvMark);
}

Result<void> makeVenv(const PythonEnvironment& python, const std::function<void(const QString&)>& print)
{
    if (const auto room = makeRoom(python); !room)
        return room;
    return run(python.base, venvArguments(python), print,
        QStringLiteral(
            "%1 cannot make a virtual environment; what it said stands above (Debian needs the package "
            "python3-venv for it).")
            .arg(python.base));
}

}

QStringList venvArguments(const PythonEnvironment& python)
{
    return { QStringLiteral("-m"), QStringLiteral("venv"), python.folder };
}

QStringList pipArguments(const PythonEnvironment& python)
{
    QStringList arguments { QStringLiteral("-m"), QStringLiteral("pip"), QStringLiteral("install"),
        QStringLiteral("--no-input"), QStringLiteral("--disable-pip-version-check") };
    if (!python.wheels.isEmpty())
        arguments << QStringLiteral("--no-index") << QStringLiteral("--find-links") << python.wheels;
    return arguments + python.packages;
}

Result<QString> prepareVirtualEnvironment(
    const PythonEnvironment& python, const std::function<void(const QString&)>& print)
{
    for (const QString& package : python.packages) {
        if (!isPinnedPackage(package))
            return Error {
                QStringLiteral("\"%1\" is no package with its version; write NAME==VERSION.").arg(package)
            };
    }
    const auto identity = identityOf(python.base);
    if (!identity)
        return identity.error();
    const QString interpreter = python.interpreter(hostPlatform());
    const Json wanted = pinsOf(python, *identity);
    const auto there
        = QFileInfo::exists(pinsPath(python)) ? readJsonFile(pinsPath(python)) : Result<Json>(Json());
    const bool isOurs = hasMark(python.folder, venvMark) && there && there->is_object();
    if (isOurs && *there == wanted && identityOf(interpreter))
        return QStringLiteral("The virtual environment %1 is there already, with the same packages.")
            .arg(python.folder);
    const bool canStay
        = isOurs && there->value("interpreter", Json()) == wanted["interpreter"] && identityOf(interpreter);
    QFile::remove(pinsPath(python)); // nothing is known until all is done
    if (!canStay) {
        if (const auto made = makeVenv(python, print); !made)
            return made.error();
    }
    if (!python.packages.isEmpty()) {
        const auto installed = run(interpreter, pipArguments(python), print,
            QStringLiteral("pip could not install %1; what it said stands above.")
                .arg(python.packages.join(QLatin1String(", "))));
        if (!installed)
            return installed.error();
    }
    if (const auto kept = writeJsonFile(pinsPath(python), wanted); !kept)
        return kept.error();
    return QStringLiteral("The virtual environment %1 is ready.").arg(python.folder);
}

}
