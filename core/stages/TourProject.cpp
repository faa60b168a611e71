// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/TourProject.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QSaveFile>

// The project is compiled into a static library, whose resources nobody else asks for.
static void loadTourResource() { Q_INIT_RESOURCE(torchmason_tour); }

namespace torchmason {

namespace {

bool holdsAlready(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.size() == content.size() && file.open(QIODevice::ReadOnly) && file.readAll() == content;
}

Result<void> copyFile(const QString& from, const QString& to)
{
    QFile resource(from);
    if (!resource.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1 in the program.").arg(from) };
    const QByteArray content = resource.readAll();
    if (holdsAlready(to, content))
        return {};
    QSaveFile file(to);
    if (!QDir().mkpath(QFileInfo(to).path()) || !file.open(QIODevice::WriteOnly)
        || file.write(content) != content.size() || !file.commit())
        return Error { QStringLiteral("Cannot write %1: %2.").arg(to, file.errorString()) };
    return {};
}

}

Result<QString> unpackProject(const QString& resourceFolder, const QString& folder)
{
    if (!QFileInfo(resourceFolder).isDir())
        return Error { QStringLiteral("The program holds no project %1.").arg(resourceFolder) };
    int count = 0;
    QDirIterator files(resourceFolder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString from = files.next();
        const QString to = folder + from.mid(resourceFolder.size());
        if (const auto copied = copyFile(from, to); !copied)
            return copied.error();
        ++count;
    }
    return QStringLiteral("%1 files are in %2.").arg(count).arg(folder);
}

Result<QString> unpackTour(const QString& folder)
{
    loadTourResource();
    return unpackProject(QStringLiteral(":/torchmason/tour"), folder);
}

}
