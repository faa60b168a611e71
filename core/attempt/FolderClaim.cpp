// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/LockFile.h"
#include "core/base/Platform.h"
#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/process/ProcessIdentity.h"
#include "core/process/ProcessRunner.h"
#include "core/process/StopLadder.h"
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
constexpr const char* isBuildingElsewhere = QT_TRANSLATE_NOOP("Core",
    "Attempt %1 of another data folder of Torchmason is building in %2 right now; stop it, wait for it or "
    "choose another build folder.");
constexpr const char* isBuildingAround = QT_TRANSLATE_NOOP("Core",
    "Attempt %1 is building in %2 right now, and this build folder lies in that one, which may be emptied; "
    "choose another build folder.");
constexpr const char* isInstalling = QT_TRANSLATE_NOOP("Core",
    "Attempt %1 installs into %2 at this moment, or takes something "
    "back there; wait until it is done, then try again.");

const QString lockEnding = QStringLiteral(".lock");
const QString noteEnding = QStringLiteral(".attempt");

void writeHolder(const QString& notePath, int attempt, const QByteArray& mark)
{
    const ProcessIdentity runner = identifyProcess(QCoreApplication::applicationPid());
    QFile note(notePath);
    if (note.open(QIODevice::WriteOnly))
        note.write(QByteArray::number(attempt) + ' ' + QByteArray::number(runner.pid) + ' '
            + runner.startMark.toUtf8() + ' ' + mark);
}

QString baseInside(const QString& buildFolder)
{
    return buildFolder + QLatin1String("/.torchmason"); // see lockNames of FolderMark.h
}

QString namesOf(const QVector<qint64>& processes, qsizetype mostNamed)
{
    QStringList names;
    for (const qint64 pid : processes.mid(0, mostNamed))
        names << processLabel(pid);
    const qsizetype more = processes.size() - names.size();
    return names.join(QStringLiteral(", ")) + (more > 0 ? Core::tr(" and %1 more").arg(more) : QString());
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

// "12 4711 START MARK": the attempt, its runner, what tells that from a later process with the same number,
// and what the processes of its build carry.
struct FolderClaim::Holder {
    QString attempt;
    ProcessIdentity runner;
    QByteArray mark;

    static Holder read(const QString& base)
    {
        const QStringList words
            = QString::fromUtf8(readWhole(base + noteEnding)).simplified().split(QLatin1Char(' '));
        return { words.value(0), { words.value(1).toLongLong(), words.value(2) }, words.value(3).toUtf8() };
    }
};

std::optional<LockOwner> ownerOf(const QLockFile& lock)
{
    LockOwner owner;
    QString program;
    // It would wait for what a pipe holds.
    if (isNoFile(lock.fileName()) || !lock.getLockInfo(&owner.pid, &owner.host, &program))
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
    const auto taken = takeLock(claim->m_lock, 0);
    if (taken)
        return claim;
    if (claim->m_lock.error() == QLockFile::LockFailedError)
        return Error { Core::tr("%1 is locked by another runner. If no build is running there, remove %2.")
                           .arg(attemptFolder, claim->m_path) };
    return taken.error();
}

QString FolderClaim::lockPath(const QString& folder)
{
    const QByteArray hash
        = QCryptographicHash::hash(oneName(folder).toUtf8(), QCryptographicHash::Sha1).toHex().left(16);
    return AppPaths::dataFolder() + QStringLiteral("/locks/") + QString::fromLatin1(hash);
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeBuild(
    const QString& buildFolder, int attemptNumber, const QByteArray& mark)
{
    if (const auto used = buildInUse(buildFolder))
        return *used;
    auto claim = take(lockPath(buildFolder), buildFolder, attemptNumber, mark, Core::tr(isBuilding));
    if (!claim)
        return claim;
    // Of a runner with another data folder.
    if (const auto ended = (*claim)->endLeftOver(Holder::read(baseInside(buildFolder)), buildFolder); !ended)
        return ended.error();
    return claim;
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeInside(
    const QString& buildFolder, int attemptNumber, const QByteArray& mark)
{
    bool isWritten = true;
    auto claim = take(
        baseInside(buildFolder), buildFolder, attemptNumber, mark, Core::tr(isBuildingElsewhere), isWritten);
    if (!isWritten)
        return std::unique_ptr<FolderClaim>();
    return claim;
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::takeEnvironment(
    const QString& environment, int attemptNumber)
{
    const bool isInterpreter = QFileInfo(environment).isFile();
    const QString folder = isInterpreter ? environmentOfInterpreter(environment) : environment;
    return take(lockPath(folder), folder, attemptNumber, {}, Core::tr(isInstalling));
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::take(const QString& base, const QString& folder,
    int attemptNumber, const QByteArray& mark, const QString& refusal)
{
    bool isWritten = true;
    return take(base, folder, attemptNumber, mark, refusal, isWritten);
}

Result<std::unique_ptr<FolderClaim>> FolderClaim::take(const QString& base, const QString& folder,
    int attemptNumber, const QByteArray& mark, const QString& refusal, bool& isWritten)
{
    const QString locks = QFileInfo(base).path();
    isWritten = QDir().mkpath(locks);
    if (!isWritten)
        return Error { Core::tr(
            "Cannot make the folder %1; check who may write there and how much space is left.")
                           .arg(locks) };
    std::unique_ptr<FolderClaim> claim(new FolderClaim(base + lockEnding));
    const Holder before = Holder::read(base);
    if (const auto taken = takeLock(claim->m_lock, 0); !taken && !claim->takeOver(before.runner)) {
        isWritten = claim->m_lock.error() == QLockFile::LockFailedError;
        return isWritten ? claim->heldByOther(before, folder, refusal) : taken.error();
    }
    // Who ends in order takes the note away, so what it names was killed.
    if (const auto ended = claim->endLeftOver(before, folder); !ended)
        return ended.error();
    claim->m_notePath = base + noteEnding;
    writeHolder(claim->m_notePath, attemptNumber, mark);
    return claim;
}

Result<void> FolderClaim::endLeftOver(const Holder& dead, const QString& folder)
{
    // The note may lie in a folder that came from elsewhere: what is no mark of ours would be in the
    // environment of others.
    const QByteArray ours = attemptMark({});
    if (dead.mark.size() <= ours.size() || !dead.mark.startsWith(ours) || isAlive(dead.runner))
        return {};
    const auto family = std::make_shared<ProcessFamily>(dead.mark);
    constexpr qsizetype mostEnded = 8; // that a sentence names; nobody has to do anything about them
    const QVector<qint64> found = family->members();
    if (found.isEmpty())
        return {};
    m_leftOver = Core::tr("The runner of attempt %1 was killed; what was left of its build in %2 was ended "
                          "before this one began: %3.")
                     .arg(dead.attempt, folder, namesOf(found, mostEnded));
    const QVector<qint64> survivors = stopAndWait(family);
    if (survivors.isEmpty())
        return {};
    return Error { Core::tr("The runner of attempt %1 was killed, and what is left of its build in %2 cannot "
                            "be ended: %3; end it yourself or choose another build folder.")
                       .arg(dead.attempt, folder, namesOf(survivors, survivors.size())) };
}

std::optional<Error> FolderClaim::heldNow(const QString& base, const QString& folder, const QString& refusal)
{
    const FolderClaim look(base + lockEnding);
    const auto lock = ownerOf(look.m_lock);
    const Holder holder = Holder::read(base);
    if (!lock || (!lock->isElsewhere && !isAlive(holder.runner)))
        return std::nullopt;
    return look.heldByOther(holder, folder, refusal);
}

std::optional<Error> FolderClaim::buildInUse(const QString& buildFolder)
{
    const QString folder = oneName(buildFolder);
    if (QDir::isRelativePath(folder)) // also where none is chosen yet
        return std::nullopt;
    if (const auto held = heldNow(lockPath(folder), buildFolder, Core::tr(isBuilding)))
        return held;
    if (const auto held = heldNow(baseInside(folder), buildFolder, Core::tr(isBuildingElsewhere)))
        return held;
    for (QString around = QFileInfo(folder).path(); !QDir(around).isRoot();
         around = QFileInfo(around).path()) {
        if (const auto held = heldNow(baseInside(around), around, Core::tr(isBuildingAround)))
            return held;
    }
    return std::nullopt;
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

Error FolderClaim::heldByOther(const Holder& holder, const QString& folder, const QString& refusal) const
{
    const auto lock = ownerOf(m_lock);
    if (lock && lock->isElsewhere)
        return { Core::tr("An attempt on the computer %1 uses %2; if it is gone, remove %3.")
                     .arg(lock->host, folder, m_path) };
    if (holder.attempt.isEmpty())
        return { Core::tr(
            "A process holds %1 and with it %2; if no build is running there, remove that file.")
                     .arg(m_path, folder) };
    return { refusal.arg(holder.attempt, folder) };
}

}
