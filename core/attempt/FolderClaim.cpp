// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/Platform.h"
#include "core/base/WholeFile.h"
#include "core/process/ProcessIdentity.h"
#include "core/request/PythonEnvironment.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

namespace torchmason {

namespace {

constexpr const char* isBuilding = QT_TRANSLATE_NOOP("Core",
    "Attempt %1 is building in %2 right now; stop it, wait for it "
    "(--queue) or choose another build folder.");
constexpr const char* isInstalling = QT_TRANSLATE_NOOP("Core",
    "Attempt %1 installs into %2 at this moment, or takes something "
    "back there; wait until it is done, then try again.");

// "12 4711 MARK": the attempt, its runner and what tells that from a later process with the same number.
struct Holder {
    QString attempt;
    ProcessIdentity runner;
};

Holder readHolder(const QString& notePath)
{
    const QStringList words = QString::fromUtf8(readWhole(notePath)).simplified().split(QLatin1Char(' '));
    return { words.value(0), { words.value(1).toLongLong(), words.mid(2).join(QLatin1Char(' ')) } };
}

void writeHolder(const QString& notePath, int attempt)
{
    const ProcessIdentity runner = identifyProcess(QCoreApplication::applicationPid());
    QFile note(notePath);
    if (note.open(QIODevice::WriteOnly))
        note.write(QStringLiteral("%1 %2 %3").arg(attempt).arg(runner.pid).arg(runner.startMark).toUtf8());
}

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

std::optional<LockOwner> ownerOf(const QLockFile& lock)
{
    LockOwner owner;
    QString program;
    if (!lock.getLockInfo(&owner.pid, &owner.host, &program))
        return std::nullopt;
    // On Windows it is the old name of at most 15 capitals, which is another one than QSysInfo tells.
    const bool isOwn = owner.host == QSysInfo::machineHostName()
        || (hostPlatform() == Platform::Windows
            && owner.host.compare(qEnvironmentVariable("COMPUTERNAME"), Qt::CaseInsensitive) == 0);
    owner.isElsewhere = !owner.host.isEmpty() && !isOwn;
    return owner;
}

FolderClaim::FolderClaim(const QString& lockPath)
    : m_path(lockPath)
    , m_lock(lockPath)
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
        return Error { Core::tr("Another runner works on %1 already.").arg(attemptFolder) };
    return Error { Core::tr("Cannot write to %1.").arg(attemptFolder) };
}

QString FolderClaim::lockPath(const QString& folder)
{
    const QByteArray hash
        = QCryptographicHash::hash(oneName(folder).toUtf8(), QCryptographicHash::Sha1).toHex().left(16);
    return AppPaths::dataFolder() + QStringLiteral("/locks/") + QString::fromLatin1(hash);
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeBuild(const QString& buildFolder, int attemptNumber)
{
    return take(buildFolder, attemptNumber, Core::tr(isBuilding));
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeEnvironment(
    const QString& environment, int attemptNumber)
{
    const bool isInterpreter = QFileInfo(environment).isFile();
    return take(isInterpreter ? environmentOfInterpreter(environment) : environment, attemptNumber,
        Core::tr(isInstalling));
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::take(
    const QString& folder, int attemptNumber, const QString& refusal)
{
    const QString base = lockPath(folder);
    const QString locks = QFileInfo(base).path();
    if (!QDir().mkpath(locks))
        return Error { Core::tr("Cannot make the folder %1.").arg(locks) };
    std::unique_ptr<FolderClaim> claim(new FolderClaim(base + QStringLiteral(".lock")));
    const QString note = base + QStringLiteral(".attempt");
    if (!claim->m_lock.tryLock(0) && !claim->takeOver(readHolder(note).runner))
        return claim->m_lock.error() == QLockFile::LockFailedError
            ? claim->heldByOther(readHolder(note).attempt, folder, refusal)
            : Error { Core::tr("Cannot write to %1; check who may write there and how much space is left.")
                          .arg(locks) };
    claim->m_notePath = note;
    writeHolder(note, attemptNumber);
    return claim;
}

std::optional<Error> FolderClaim::buildInUse(const QString& buildFolder)
{
    const QString base = lockPath(buildFolder);
    const FolderClaim look(base + QStringLiteral(".lock"));
    const auto lock = ownerOf(look.m_lock);
    if (!lock)
        return std::nullopt;
    const Holder holder = readHolder(base + QStringLiteral(".attempt"));
    if (!lock->isElsewhere && !isAlive(holder.runner))
        return std::nullopt;
    return look.heldByOther(holder.attempt, buildFolder, Core::tr(isBuilding));
}

// The lock looks at name and number of the process that holds it; another runner may have got the number of
// one that died. A lock of a process that we cannot see, in a container that shares our home, is not removed.
bool FolderClaim::takeOver(const ProcessIdentity& holder)
{
    const auto lock = ownerOf(m_lock);
    if (holder.startMark.isEmpty() || !lock || lock->pid != holder.pid || lock->host.isEmpty()
        || lock->isElsewhere || isAlive(holder))
        return false;
    return m_lock.removeStaleLockFile() && m_lock.tryLock(0);
}

Error FolderClaim::heldByOther(const QString& attempt, const QString& folder, const QString& refusal) const
{
    if (const auto lock = ownerOf(m_lock); lock && lock->isElsewhere)
        return { Core::tr("An attempt on the computer %1 uses %2; if it is gone, remove %3.")
                     .arg(lock->host, folder, m_path) };
    return { refusal.arg(attempt.isEmpty() ? QStringLiteral("?") : attempt, folder) };
}

}
