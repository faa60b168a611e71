// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BundleImport.h"

#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "core/export/BundleDocuments.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QTemporaryDir>

#include <optional>

namespace torchmason {

namespace {

// No number, so that it is not listed as an attempt.
const QString unfinishedName = QStringLiteral(".import-");
constexpr qint64 staleAfter = 24 * 3600; // seconds
constexpr int lockPatience = 120'000; // ms: longer than a virus scanner keeps a folder

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
    for (const AttemptSummary& attempt : store.list()) {
        const AttemptRecord& known = attempt.record;
        const bool isSame = known.imported ? known.imported->digest == record.imported->digest
                                           : !record.id.isEmpty() && known.id == record.id;
        if (attempt.error.isEmpty() && isSame)
            return attempt.number;
    }
    return std::nullopt;
}

}

Result<ImportedBundle> importBundle(
    const QString& path, const AttemptStore& store, bool acceptsLarge, const BundleLimits& limits)
{
    const QString name = QDir::toNativeSeparators(path);
    QFile file(path);
    if (!QFileInfo(path).isFile())
        return Error { Core::tr("There is no file %1.").arg(name) };
    if (!file.open(QIODevice::ReadOnly))
        return Error { Core::tr("Cannot read %1: %2.").arg(name, file.errorString()) };
    if (!QDir().mkpath(store.folder()))
        return Error { Core::tr("Cannot make the folder %1 for the attempts.").arg(store.folder()) };
    removeLeftovers(store.folder());
    QTemporaryDir folder(store.folder() + QLatin1Char('/') + unfinishedName + QStringLiteral("XXXXXX"));
    if (!folder.isValid())
        return Error { Core::tr("Cannot write to %1: %2.").arg(store.folder(), folder.errorString()) };
    const auto bundle = unpackBundle(file, folder.path(), acceptsLarge, limits);
    if (!bundle)
        return bundle.error();
    const auto record = adaptDocuments(folder.path(), *bundle, systemClock().wallMilliseconds());
    if (!record)
        return Error { Core::tr("%1 cannot be opened: %2").arg(name, record.error().message) };
    QLockFile oneAtATime(store.folder() + QStringLiteral("/import.lock")); // the same bundle, opened twice
    oneAtATime.setStaleLockTime(0);
    if (!oneAtATime.tryLock(lockPatience))
        return Error { Core::tr("Cannot write to %1; check who may write there and how much space is left.")
                           .arg(store.folder()) };
    if (const auto number = numberOfSame(store, *record))
        return ImportedBundle { *number, store.attemptFolder(*number), true };
    const auto adopted = store.adopt(folder.path());
    if (!adopted)
        return adopted.error();
    folder.setAutoRemove(false); // it has another name now
    return ImportedBundle { adopted->number, adopted->folder, false };
}

}
