// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/SourceClaim.h"

#include "core/attempt/FolderClaim.h"
#include "core/base/Core.h"
#include "core/base/LockFile.h"
#include "core/base/WholeFile.h"
#include "core/request/ConfigurationJson.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int patience = 10'000; // milliseconds for others that look at the same moment

// Whether the plan makes something of the tree that it may not be yet.
bool changesTree(const BuildRequest& request, const StagePlan& plan)
{
    return std::any_of(plan.stages.begin(), plan.stages.end(), [&request](const Stage& stage) {
        const bool fetches
            = stage.kind == StageKind::Fetch && request.source.kind != SourceKind::ExistingTree;
        return !stage.skipped && (fetches || (stage.kind == StageKind::Patch && !request.patches.isEmpty()));
    });
}

// What the attempt wants the tree to be: one word for one state.
QByteArray wantedState(const BuildRequest& request)
{
    const Json state { { "source", toJson(request.source) }, { "patches", toJson(request.patches) } };
    return QCryptographicHash::hash(compactJson(state), QCryptographicHash::Sha1).toHex();
}

// "changes 0a1b..." or "reads 0a1b..."
struct Use {
    bool changes = false;
    QByteArray state;

    static Use read(const QString& path)
    {
        const QByteArrayList words = readWhole(path).trimmed().split(' ');
        return { words.value(0) == "changes", words.value(1) };
    }
    QByteArray text() const { return (changes ? "changes " : "reads ") + state + '\n'; }
    bool disturbs(const Use& other) const { return (changes || other.changes) && state != other.state; }
};

enum class Holder {
    Gone, // the attempt is over: no process holds its lock
    Here,
    OnOtherHost, // whether it still runs cannot be seen from here
};

Holder holderOf(const QString& lockPath)
{
    QLockFile lock(lockPath);
    if (takeLock(lock, 0))
        return Holder::Gone;
    const auto owner = ownerOf(lock);
    return owner && owner->isElsewhere ? Holder::OnOtherHost : Holder::Here;
}

Error inUse(const QString& name, const QString& sourceFolder, Holder holder, const QString& lockPath)
{
    const QString attempt = name.section(QLatin1Char('.'), 0, 0);
    if (holder == Holder::OnOtherHost)
        return { Core::tr("Attempt %1 of another computer builds from %2 and needs another version of it or "
                          "other changes in it; if it is gone, remove %3.")
                     .arg(attempt, sourceFolder, lockPath) };
    return { Core::tr("Attempt %1 builds from %2 right now and needs another version of it or other changes "
                      "in it; wait for it (--queue) or choose another source folder.")
                 .arg(attempt, sourceFolder) };
}

QString lockOf(const QString& note)
{
    return note + QStringLiteral(".lock");
}

QString notesOf(const QString& sourceFolder)
{
    return FolderClaim::lockPath(sourceFolder) + QStringLiteral(".source");
}

// The first of those that use the tree in another state; notes of attempts that are over go.
std::optional<Error> disturbed(const QString& notes, const QString& sourceFolder, const Use& mine)
{
    for (const QString& name : QDir(notes).entryList({ QStringLiteral("*.use") }, QDir::Files)) {
        const QString note = notes + QLatin1Char('/') + name;
        const Holder holder = holderOf(lockOf(note));
        if (holder == Holder::Gone)
            QFile::remove(note);
        else if (Use::read(note).disturbs(mine))
            return inUse(name, sourceFolder, holder, lockOf(note));
    }
    return std::nullopt;
}

}

std::optional<Error> SourceClaim::sourceInUse(const BuildRequest& request, const StagePlan& plan)
{
    const QString notes = notesOf(request.sourceFolder);
    QLockFile looking(notes + QStringLiteral("/looking.lock"));
    if (!QFileInfo(notes).isDir() || !takeLock(looking, patience))
        return std::nullopt; // the runner will tell
    return disturbed(notes, request.sourceFolder, { changesTree(request, plan), wantedState(request) });
}

Result<std::unique_ptr<SourceClaim>> SourceClaim::take(
    const BuildRequest& request, const StagePlan& plan, int attemptNumber)
{
    const QString folder = notesOf(request.sourceFolder);
    const Error cannotWrite {
        Core::tr("Cannot write to %1; check who may write there and how much space is left.").arg(folder)
    };
    if (!QDir().mkpath(folder))
        return cannotWrite;
    QLockFile looking(folder + QStringLiteral("/looking.lock"));
    if (const auto taken = takeLock(looking, patience); !taken)
        return taken.error();
    const Use mine { changesTree(request, plan), wantedState(request) };
    if (const auto other = disturbed(folder, request.sourceFolder, mine))
        return *other;
    std::unique_ptr<SourceClaim> claim(new SourceClaim);
    claim->m_note = folder + QStringLiteral("/%1.use").arg(attemptNumber);
    claim->m_lock = std::make_unique<QLockFile>(lockOf(claim->m_note));
    if (const auto taken = takeLock(*claim->m_lock, 0); !taken)
        return taken.error();
    QSaveFile file(claim->m_note);
    if (!writeWhole(file, mine.text()))
        return cannotWrite;
    return claim;
}

SourceClaim::~SourceClaim()
{
    if (m_lock && m_lock->isLocked())
        QFile::remove(m_note);
}

}
