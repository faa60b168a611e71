// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/FolderClearing.h"

#include "core/attempt/FolderClaim.h"
#include "core/base/Core.h"
#include "core/stages/BuildFolderCleaner.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

QVector<AttemptSummary> thoseOf(const FolderUse& folder, const QVector<AttemptSummary>& attempts)
{
    QVector<AttemptSummary> users;
    std::copy_if(attempts.begin(), attempts.end(), std::back_inserter(users),
        [&folder](const AttemptSummary& attempt) { return folder.attempts.contains(attempt.number); });
    return users;
}

std::optional<Error> refusal(const FolderUse& folder, const QVector<AttemptSummary>& users)
{
    if (folder.kind != FolderKind::Build || users.isEmpty())
        return Error { Core::tr("%1 is not the build folder of an attempt, so it is not emptied.")
                           .arg(QDir::toNativeSeparators(folder.folder)) };
    for (const AttemptSummary& user : users) {
        if (!hasEnded(user.record.state))
            return Error { Core::tr("Attempt %1 runs or waits; stop it first.").arg(user.number) };
        if (const auto allowed = checkCleanable(folder.folder, user.record.request.sourceFolder); !allowed)
            return allowed.error();
    }
    return FolderClaim::buildInUse(folder.folder);
}

}

Result<QStringList> planClearing(const FolderUse& folder, const QVector<AttemptSummary>& attempts)
{
    const QVector<AttemptSummary> users = thoseOf(folder, attempts);
    if (const auto refused = refusal(folder, users))
        return *refused;
    const QString inside = folder.folder + u'/';
    QStringList losses;
    for (const AttemptSummary& user : users) {
        QStringList made = user.record.products;
        for (const WheelRecord& wheel : user.record.wheels)
            made << wheel.path;
        made.removeDuplicates();
        made.removeIf([&inside](const QString& file) {
            const QFileInfo info(file);
            return !info.canonicalFilePath().startsWith(inside);
        });
        if (!made.isEmpty())
            losses << Core::tr("It holds what attempt %1 made: %2.")
                          .arg(QString::number(user.number),
                              made.size() == 1 ? QFileInfo(made.first()).fileName()
                                               : Core::tr("%L1 files").arg(made.size()));
    }
    return losses << Core::tr("The next build there compiles everything again.");
}

Result<FolderCount> clearBuildFolder(const FolderUse& folder, const QVector<AttemptSummary>& attempts)
{
    const QVector<AttemptSummary> users = thoseOf(folder, attempts);
    if (const auto refused = refusal(folder, users))
        return *refused;
    const AttemptSummary& newest = users.first();
    const auto claim = FolderClaim::takeBuild(folder.folder, newest.number);
    if (!claim)
        return claim.error();
    const auto inside = FolderClaim::takeInside(folder.folder, newest.number, {});
    if (!inside)
        return inside.error();
    return cleanBuildFolder(folder.folder, newest.record.request.sourceFolder);
}

}
