// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptDraft.h"

#include "core/base/Core.h"
#include "core/base/LockFile.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <optional>

namespace torchmason {

namespace {

// No number, so that it is not listed as an attempt.
const QString unfinishedName = QStringLiteral(".import-");
constexpr qint64 staleAfter = 24 * 3600; // seconds
constexpr int lockPatience = 20'000; // ms: longer than a virus scanner keeps a folder

// Of an import that was killed.
void removeLeftovers(const QString& folder)
{
    const QDir attempts(folder);
    for (const QFileInfo& entry : attempts.entryInfoList(
             { unfinishedName + QLatin1Char('*') }, QDir::Dirs | QDir::Hidden | QDir::NoSymLinks)) {
        if (entry.lastModified().secsTo(QDateTime::currentDateTime()) > staleAfter)
            QDir(entry.filePath()).removeRecursively();
    }
}

std::optional<int> numberOfSame(const AttemptStore& store, const AttemptRecord& record)
{
    for (const AttemptSummary& attempt : store.outlines()) {
        const AttemptRecord& known = attempt.record;
        const bool isSame = known.imported ? known.imported->digest == record.imported->digest
                                           : !record.id.isEmpty() && known.id == record.id;
        if (attempt.error.isEmpty() && isSame)
            return attempt.number;
    }
    return std::nullopt;
}

}

QString alreadyHereText(const QString& file, const ImportedAttempt& attempt)
{
    return Core::tr("%1 is attempt %2 already.").arg(file).arg(attempt.number);
}

AttemptDraft::AttemptDraft(const AttemptStore& store)
    : m_store(store)
    , m_folder(store.folder() + QLatin1Char('/') + unfinishedName + QStringLiteral("XXXXXX"))
{
}

Result<std::unique_ptr<AttemptDraft>> AttemptDraft::make(const AttemptStore& store)
{
    if (!QDir().mkpath(store.folder()))
        return Error { Core::tr("Cannot make the folder %1 for the attempts; check who may write there and "
                                "how much space is left.")
                           .arg(store.folder()) };
    removeLeftovers(store.folder());
    std::unique_ptr<AttemptDraft> draft(new AttemptDraft(store));
    if (!draft->m_folder.isValid())
        return Error {
            Core::tr("Cannot write to %1: %2.").arg(store.folder(), draft->m_folder.errorString())
        };
    return draft;
}

Result<ImportedAttempt> AttemptDraft::adopt(const AttemptRecord& record)
{
    // The same file, opened twice.
    QLockFile oneAtATime(m_store.folder() + QStringLiteral("/import.lock"));
    if (const auto taken = takeLock(oneAtATime, lockPatience); !taken)
        return taken.error();
    if (const auto number = numberOfSame(m_store, record))
        return ImportedAttempt { *number, m_store.attemptFolder(*number), true };
    const auto adopted = m_store.adopt(folder());
    if (!adopted)
        return adopted.error();
    m_folder.setAutoRemove(false); // it has another name now
    return ImportedAttempt { adopted->number, adopted->folder, false };
}

}
