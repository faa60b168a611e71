// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RuntimeFolder.h"

#include "core/base/AppPaths.h"
#include "core/base/Log.h"

#include <QDir>
#include <QFile>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchmason {

namespace {

constexpr qsizetype longestFolder = 60; // bytes; a socket and the folder that Qt makes for it still fit

// Not a link, ours, and closed to everybody else.
bool isOursAlone(const QByteArray& path)
{
    struct stat facts { };
    return ::lstat(path.constData(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::getuid()
        && (facts.st_mode & 077) == 0;
}

QStringList runtimeFolders()
{
    QStringList folders;
    const QString session = qEnvironmentVariable("XDG_RUNTIME_DIR");
    // A relative one would be another folder for each program; the specification passes over such, too.
    if (QDir::isAbsolutePath(session) && isOursAlone(QFile::encodeName(session)))
        folders << session + QStringLiteral("/torchmason");
    for (const char* shared : { "/tmp", "/var/tmp" })
        folders << QStringLiteral("%1/torchmason-%2").arg(QLatin1String(shared)).arg(::getuid());
    return folders << AppPaths::dataFolder() + QStringLiteral("/run");
}

}

Result<QString> privateFolderAmong(const QStringList& folders)
{
    for (const QString& folder : folders) {
        const QByteArray path = QFile::encodeName(folder);
        if (path.size() > longestFolder)
            continue;
        ::mkdir(path.constData(), 0700);
        if (!isOursAlone(path))
            continue;
        if (folder != folders.first())
            log::warning("runtime",
                QStringLiteral("%1 is not a folder that only you can enter, so sockets lie in %2.")
                    .arg(folders.first(), folder));
        return folder;
    }
    return Error { QStringLiteral(
        "There is no folder for sockets that only you can enter, so the build cannot be "
        "controlled safely; remove one of these, or set its mode to 0700: %1.")
                       .arg(folders.join(QLatin1String(", "))) };
}

Result<QString> privateSocketName(const QString& name)
{
    const auto folder = privateFolderAmong(runtimeFolders());
    if (!folder)
        return folder.error();
    return *folder + QLatin1Char('/') + name;
}

Result<QString> runnerSocketName(const QString& attemptId)
{
    return privateSocketName(attemptId.left(13));
}

bool isThisUsers(qintptr socketDescriptor)
{
    ucred peer {};
    socklen_t size = sizeof peer;
    return ::getsockopt(int(socketDescriptor), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        && peer.uid == ::getuid();
}

// The runner makes a session of its own and a detached process has no terminal (see StopRequests).
void leaveTerminal(QProcess&) { }

}
