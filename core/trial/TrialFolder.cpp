// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialFolder.h"

#include "core/base/Json.h"
#include "core/base/Log.h"
#include "core/process/ProcessIdentity.h"
#include "core/stages/FolderRemoval.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMutexLocker>
#include <QTemporaryDir>

#include <algorithm>

namespace torchmason {

namespace {

const QString prefix = QStringLiteral("torchmason-trial-");

QString markOf(const QString& folder)
{
    return folder + QStringLiteral("/trial.json");
}

// Written without links, as removal demands.
QString temporaryFolder(const QString& parent)
{
    return QFileInfo(parent.isEmpty() ? QDir::tempPath() : parent).canonicalFilePath();
}

// Only below its parent, never through a link, and nothing that is not ours by name.
void removeTrialFolder(const QString& path)
{
    const QFileInfo folder(path);
    if (!folder.fileName().startsWith(prefix) || !folder.isDir() || isLink(path))
        return;
    if (const auto removed = removeBelow(folder.path(), folder.fileName()); !removed)
        log::warning("trial", removed.error().message);
}

// Closed to others, with a name that nobody can foresee.
Result<QString> makeIn(const QString& parent)
{
    if (parent.isEmpty())
        return Error { QStringLiteral("The folder is not there; choose another one.") };
    QTemporaryDir folder(parent + QLatin1Char('/') + prefix + QStringLiteral("XXXXXX"));
    folder.setAutoRemove(false);
    if (!folder.isValid())
        return Error {
            QStringLiteral("Nothing can be written in %1: %2.").arg(parent, folder.errorString())
        };
    return folder.path();
}

struct Mark {
    ProcessIdentity owner;
    QStringList others;
};

std::optional<Mark> readMark(const QString& folder)
{
    const auto document = readJsonFile(markOf(folder));
    if (!document)
        return std::nullopt;
    JsonReader reader(*document, markOf(folder));
    const Mark mark { { reader.integer("pid"), reader.string("startMark") }, reader.strings("others") };
    return reader.ok() ? std::optional(mark) : std::nullopt;
}

// The folder itself, or the nearest one above it that is there.
QString nearestFolder(const QString& path)
{
    QString folder = QDir::cleanPath(path);
    while (!folder.isEmpty() && !QFileInfo(folder).isDir()) {
        const QString above = QFileInfo(folder).path();
        if (above == folder)
            break;
        folder = above;
    }
    return folder;
}

bool isOfUser(const QFileInfo& folder, uint user)
{
    return !folder.isSymLink() && folder.ownerId() == user;
}

void sweepOne(const QString& path, uint user)
{
    const auto mark = readMark(path);
    // Without a mark somebody may be making it at this moment; one that is empty is nobody's loss.
    if (!mark || isAlive(mark->owner))
        return;
    for (const QString& other : mark->others) {
        if (isOfUser(QFileInfo(other), user))
            removeTrialFolder(other);
    }
    removeTrialFolder(path);
}

}

TrialFolder::TrialFolder(const QString& path)
    : m_path(path)
{
}

Result<std::shared_ptr<TrialFolder>> TrialFolder::make(const QString& parent)
{
    const auto path = makeIn(temporaryFolder(parent));
    if (!path)
        return path.error();
    const std::shared_ptr<TrialFolder> folder(new TrialFolder(*path));
    if (const auto written = folder->writeMark(); !written)
        return written.error();
    return folder;
}

TrialFolder::~TrialFolder()
{
    for (const QString& other : std::as_const(m_others))
        removeTrialFolder(other);
    removeTrialFolder(m_path);
}

Result<void> TrialFolder::writeMark() const
{
    const ProcessIdentity self = identifyProcess(QCoreApplication::applicationPid());
    return writeJsonFile(markOf(m_path),
        { { "pid", self.pid }, { "startMark", toJson(self.startMark) }, { "others", toJson(m_others) } });
}

Result<QString> TrialFolder::folderAt(const QString& place)
{
    // Looked at before the lock: a disk that does not answer holds up nobody else.
    const QString parent = QFileInfo(nearestFolder(place)).canonicalFilePath();
    if (const QString known = otherIn(parent); !known.isEmpty())
        return known;
    const auto made = makeIn(parent);
    if (!made)
        return made.error();
    const QMutexLocker lock(&m_mutex);
    m_others.append(*made);
    if (const auto written = writeMark(); !written)
        return written.error();
    return *made;
}

QString TrialFolder::otherIn(const QString& parent)
{
    const QMutexLocker lock(&m_mutex);
    const auto known = std::find_if(m_others.begin(), m_others.end(),
        [&parent](const QString& other) { return QFileInfo(other).path() == parent; });
    return known == m_others.end() ? QString() : *known;
}

void TrialFolder::sweep(const QString& parent)
{
    const QString folder = temporaryFolder(parent);
    const auto own = makeIn(folder); // tells who we are to this disk
    if (!own)
        return;
    const uint user = QFileInfo(*own).ownerId();
    removeTrialFolder(*own);
    const auto kinds = QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks;
    for (const QFileInfo& entry : QDir(folder).entryInfoList({ prefix + QLatin1Char('*') }, kinds)) {
        if (isOfUser(entry, user))
            sweepOne(entry.filePath(), user);
    }
}

}
