// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ProgramStart.h"

#include "core/base/Core.h"
#include "core/base/Platform.h"
#include "core/base/PlatformPath.h"
#include "core/base/SentencePart.h"
#include "core/base/WindowsCommand.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>

namespace torchmason {

QString findProgram(const QString& name, const QStringList& folders)
{
    if (name.contains(QLatin1Char('/')) || name.contains(QLatin1Char('\\')))
        return name;
    if (name.isEmpty() || folders.isEmpty())
        return {};
    const QLatin1String suffix(".exe");
    const bool isBare = hostPlatform() == Platform::Windows && !name.endsWith(suffix, Qt::CaseInsensitive);
    return QStandardPaths::findExecutable(isBare ? name + suffix : name, folders);
}

QStringList foldersOfPath(const QString& path)
{
    QStringList folders = path.split(QDir::listSeparator(), Qt::SkipEmptyParts);
    folders.removeIf([](const QString& folder) { return !isAbsoluteOn(hostPlatform(), folder); });
    return folders;
}

Result<void> startProgram(
    QProcess& process, const QString& program, const QStringList& arguments, QIODevice::OpenMode mode)
{
    const QString found = findProgram(program, foldersOfPath());
    if (found.isEmpty())
        return Error { Core::tr("Cannot start %1: there is no such program in PATH.").arg(program) };
    if (hostPlatform() == Platform::Windows) {
        if (const auto checked = checkWindowsCommand(found, arguments); !checked)
            return checked.error();
    }
    process.start(found, arguments, mode);
    if (process.waitForStarted())
        return {};
    return Error { Core::tr("Cannot start %1: %2.").arg(program, sentencePart(process.errorString())) };
}

}
