// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/LockFile.h"

#include "core/base/Core.h"
#include "core/base/RegularFile.h"

#include <QDateTime>
#include <QFileInfo>

#include <cstdlib>

namespace torchmason {

namespace {

constexpr int writtenWithin = 2; // seconds, from making a lock to the name of its process in it

// The system does not let it go while a process holds it.
void removeIfNobodys(QLockFile& lock)
{
    qint64 pid = 0;
    QString host;
    QString program;
    const QFileInfo file(lock.fileName());
    const bool isOld = std::abs(file.lastModified().secsTo(QDateTime::currentDateTime())) > writtenWithin;
    if (file.isFile() && isOld && !lock.getLockInfo(&pid, &host, &program))
        lock.removeStaleLockFile();
}

}

Result<void> takeLock(QLockFile& lock, int patience)
{
    if (isNoFile(lock.fileName()))
        return Error {
            Core::tr("%1 is not a file, so nothing can be locked with it; remove it.").arg(lock.fileName())
        };
    lock.setStaleLockTime(0); // only a dead holder makes it stale
    removeIfNobodys(lock);
    if (lock.tryLock(patience))
        return {};
    if (lock.error() == QLockFile::LockFailedError)
        return Error { Core::tr(
            "Another process holds %1; try again in a moment, and if none is running, remove that file.")
                           .arg(lock.fileName()) };
    return Error { Core::tr("Cannot write %1; check who may write there and how much space is left.")
                       .arg(lock.fileName()) };
}

}
