// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

// Git's words that fetch `revision` (a tag, a branch, a whole commit) of `url`. A name of its own keeps it
// apart from the user's commits, and from being thrown away.
QStringList revisionFetchWords(const QString& url, const QString& revision);

// Fetches it into the repository `folder`; git's messages go to stdout while they come. Where the repository
// has nothing of that name, it is asked for its tags and branches, and the sentence names those that come
// near.
Result<QString> fetchRevision(
    const QString& folder, const QString& url, const QString& revision, const QString& git);

// Why it cannot be fetched, as far as that is known without a network: a repository on this machine is asked
// and none of another computer,
// and of PyTorch's own it is known how its tags are written. Empty where nothing is known against it.
struct RevisionProblem {
    QString sentence;
    QStringList meant; // names that are there or would be, the likeliest first
    bool isSure = false; // the repository was asked
};
RevisionProblem revisionProblem(const QString& url, const QString& revision, const QString& git);

// Those of `names` that `revision` may stand for, the likeliest first, at most five: v2.14.1 for 2.14.1, then
// others of 2.14; for other words the name that differs in the fewest letters.
QStringList nearRevisions(const QString& revision, const QStringList& names);

// The line by which the end of git's output says that a connection broke, so that trying again may help;
// empty where it says something else: an unknown tag stays unknown.
QString brokenTransferLine(const QByteArray& output);

}
