// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RuntimeFolder.h"

#include <QFile>

#include <sys/stat.h>
#include <unistd.h>

namespace torchmason {

namespace {

// Not a link, ours, and closed to everybody else.
bool isOursAlone(const QByteArray& path)
{
    struct stat facts { };
    return ::lstat(path.constData(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::getuid()
        && (facts.st_mode & 077) == 0;
}

Result<QString> runtimeFolder()
{
    const QString session = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const QString folder = !session.isEmpty() && isOursAlone(QFile::encodeName(session))
        ? session + QStringLiteral("/torchmason")
        : QStringLiteral("/tmp/torchmason-%1").arg(::getuid());
    const QByteArray path = QFile::encodeName(folder);
    ::mkdir(path.constData(), 0700);
    if (!isOursAlone(path))
        return Error { QStringLiteral("%1 is not a folder that only you can enter, so the build cannot be "
                                      "controlled safely; remove it or set its mode to 0700.")
                           .arg(folder) };
    return folder;
}

}

Result<QString> runnerSocketName(const QString& attemptId)
{
    const auto folder = runtimeFolder();
    if (!folder)
        return folder.error();
    return *folder + QLatin1Char('/') + attemptId.left(13);
}

// The runner makes a session of its own and a detached process has no terminal (see StopRequests).
void leaveTerminal(QProcess&) { }

}
