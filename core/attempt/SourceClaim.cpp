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

QByteArray stateOf(const Json& wanted)
{
    return QCryptographicHash::hash(compactJson(wanted), QCryptographicHash::Sha1).toHex();
}

// What the attempt wants a part of the tree to be, one word for one state, and whether it makes it so.
struct UseOfPart {
    bool changes = false;
    QByteArray state;

    bool disturbs(const UseOfPart& other) const { return (changes || other.changes) && state != other.state; }
};

// "changes 0a1b... reads 2c3d...": revision and patches.
struct Use {
    UseOfPart revision;
    UseOfPart patches;

    // Fetching undoes patches that are not wished, also in a tree of the user's own.
    static Use of(const BuildRequest& request, const StagePlan& plan)
    {
        const auto runs = [&plan](StageKind kind) {
            return std::any_of(plan.stages.begin(), plan.stages.end(),
                [kind](const Stage& stage) { return stage.kind == kind && !stage.skipped; });
        };
        const bool fetches = runs(StageKind::Fetch);
        const bool patches = runs(StageKind::Patch) && !request.patches.isEmpty();
        return { { fetches && request.source.kind != SourceKind::ExistingTree,
                     stateOf(toJson(request.source)) },
            { fetches || patches, stateOf(toJson(request.patches)) } };
    }
    static Use read(const QString& path)
    {
        const QByteArrayList words = readWhole(path).trimmed().split(' ');
        return { { words.value(0) == "changes", words.value(1) },
            { words.value(2) == "changes", words.value(3) } };
    }
    QByteArray text() const
    {
        const auto words = [](const UseOfPart& use) {
            return QByteArray(use.changes ? "changes " : "reads ") + use.state;
        };
        return words(revision) + ' ' + words(patches) + '\n';
    }
    bool disturbs(const Use& other) const
    {
        return revision.disturbs(other.revision) || patches.disturbs(other.patches);
    }
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
    return disturbed(notes, request.sourceFolder, Use::of(request, plan));
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
    const Use mine = Use::of(request, plan);
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
