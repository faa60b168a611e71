// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"

#include "core/base/AppPaths.h"
#include "core/base/Platform.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

// One name for one folder, whether it is there yet or not: links are followed as far as there are folders.
QString oneName(const QString& folder)
{
    QString known = QDir::cleanPath(folder);
    QString rest;
    while (!known.isEmpty()) {
        const QString canonical = QFileInfo(known).canonicalFilePath();
        const int slash = int(known.lastIndexOf(QLatin1Char('/')));
        if (!canonical.isEmpty() || slash < 0) {
            known = canonical.isEmpty() ? known : canonical;
            break;
        }
        rest.prepend(known.mid(slash));
        known.truncate(slash);
    }
    const QString name = QDir::cleanPath(known + rest);
    return hostPlatform() == Platform::Windows ? name.toCaseFolded() : name;
}

}

FolderClaim::FolderClaim(const QString& lockPath)
    : m_lock(lockPath)
{
    m_lock.setStaleLockTime(0); // only a dead holder makes it stale, not a long build
}

FolderClaim::~FolderClaim()
{
    if (!m_notePath.isEmpty() && m_lock.isLocked())
        QFile::remove(m_notePath);
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeAttempt(const QString& attemptFolder)
{
    std::unique_ptr<FolderClaim> claim(new FolderClaim(attemptFolder + QStringLiteral("/runner.lock")));
    if (claim->m_lock.tryLock(0))
        return claim;
    if (claim->m_lock.error() == QLockFile::LockFailedError)
        return Error { QStringLiteral("Another runner works on %1 already.").arg(attemptFolder) };
    return Error { QStringLiteral("Cannot write to %1.").arg(attemptFolder) };
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeBuild(const QString& buildFolder, int attemptNumber)
{
    const QString locks = AppPaths::dataFolder() + QStringLiteral("/locks");
    if (!QDir().mkpath(locks))
        return Error { QStringLiteral("Cannot make the folder %1.").arg(locks) };
    const QByteArray hash
        = QCryptographicHash::hash(oneName(buildFolder).toUtf8(), QCryptographicHash::Sha1).toHex().left(16);
    const QString base = locks + QLatin1Char('/') + QString::fromLatin1(hash);
    std::unique_ptr<FolderClaim> claim(new FolderClaim(base + QStringLiteral(".lock")));
    QFile note(base + QStringLiteral(".attempt"));
    if (!claim->m_lock.tryLock(0)) {
        const QString holder
            = note.open(QIODevice::ReadOnly) ? QString::fromUtf8(note.readAll()).trimmed() : QString();
        return Error { QStringLiteral(
            "Attempt %1 is building in %2 right now; stop it or choose another build folder.")
                           .arg(holder.isEmpty() ? QStringLiteral("?") : holder, buildFolder) };
    }
    claim->m_notePath = note.fileName();
    if (note.open(QIODevice::WriteOnly))
        note.write(QByteArray::number(attemptNumber));
    return claim;
}

}
