// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitMend.h"

#include "core/base/WholeFile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

bool isBelow(const QString& path, const QString& folder)
{
    return path == folder || path.startsWith(folder + QLatin1Char('/'));
}

// By the folder it works in, and by what its command line names: "git -C TREE fetch".
bool worksIn(const QString& process, const QString& folder)
{
    if (!readWhole(process + QStringLiteral("/comm")).startsWith("git"))
        return false;
    const QByteArray commandLine = readWhole(process + QStringLiteral("/cmdline"));
    if (commandLine.isEmpty())
        return false; // a zombie, which may stay in a container
    const QString working = QFile::symLinkTarget(process + QStringLiteral("/cwd"));
    if (working.isEmpty() || isBelow(working, folder))
        return true; // the folder of another user's process cannot be read
    for (const QByteArray& word : commandLine.split('\0')) {
        if (isBelow(QFileInfo(QFile::decodeName(word)).canonicalFilePath(), folder))
            return true;
    }
    return false;
}

}

bool mayGitBeAtWorkIn(const QString& folder)
{
    const QString tree = QFileInfo(folder).canonicalFilePath();
    const QStringList processes
        = QDir(QStringLiteral("/proc")).entryList({ QStringLiteral("[1-9]*") }, QDir::Dirs);
    for (const QString& number : processes) {
        if (worksIn(QStringLiteral("/proc/") + number, tree))
            return true;
    }
    return false;
}

}
