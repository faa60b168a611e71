// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// What git said about a tree.
struct GitAnswer {
    bool isGood = false; // it ended with 0
    QString text; // its stdout, trimmed
};

// Asks git in `folder` and in no repository around it.
GitAnswer askGit(const QString& git, const QString& folder, const QStringList& arguments);

// Whether this program made the repository, and so may name its remotes.
bool isOwnGitTree(const QString& folder);

// The branch that is checked out; empty where none is.
QString branchOf(const QString& folder, const QString& git);

// Whether a revision of `url` may be checked out in the git tree `folder`. A repository that this program
// did not make is refused where it is a clone of another one, or where its commits are on no remote: checking
// out would leave the user's own work. Answers what it is.
Result<QString> checkGitTree(const QString& folder, const QString& url, const QString& git);

// Names the remote of a repository that this program made: submodules may have addresses relative to it. One
// without commits and remotes is taken for ours from now on.
Result<QString> nameOrigin(const QString& folder, const QString& url, const QString& git);

// Without a name and password.
QString shownAddress(QString address);

// Whether both lead to one repository, by ssh or https, with or without ".git".
bool isSameRepository(const QString& left, const QString& right);

}
