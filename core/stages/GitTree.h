// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"
#include "core/stages/Print.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

// What git said about a tree.
struct GitAnswer {
    bool isGood = false; // it ended with 0
    QString text; // its stdout, trimmed
    QString late; // the sentence where nothing came in time; what was asked is unknown then
};

// Asks git in `folder` and in no repository around it. Only ls-remote may speak to others. After `limit` git
// is ended with all that it started.
GitAnswer askGit(const QString& git, const QString& folder, const QStringList& arguments,
    Milliseconds limit = Milliseconds(10'000));

// The commit that a branch, tag or revision names; not good where there is none.
GitAnswer commitNamed(const QString& folder, const QString& git, const QString& name);

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

// Whether `folder` holds a tree that CMake can configure. Answers one line that says what was found.
Result<QString> checkSourceTree(const QString& folder);

// Whether a revision of `url` may be checked out in `folder`: missing, empty, or the top of a git tree that
// may be changed, see checkGitTree().
Result<QString> checkGitFolder(const QString& folder, const QString& url, const QString& git);
// The same, and makes the folder where it is missing.
Result<QString> prepareGitFolder(const QString& folder, const QString& url, const QString& git);

struct SubmoduleState {
    int count = 0;
    QStringList there; // paths of those that git has checked out
    QStringList problems; // "third_party/fmt is not there", one per submodule
};

// What `git submodule status --recursive` printed:
//  " 4a1b... third_party/fmt (v9)" good, "-4a1b... path" not there, "+..." another commit, "U..." conflict.
SubmoduleState parseSubmoduleStatus(const QByteArray& output);

// Whether the folder of a submodule holds nothing but the link to its repository; also of a missing one.
bool holdsOnlyGit(const QString& folder);

// Asks git about every submodule of the tree, nested ones included, and looks whether each folder holds
// files. Answers one line, or an error that names what is missing.
// The error names the first few problems, and `print` gets all of them where they are more.
Result<QString> verifySubmodules(const QString& sourceFolder, const QString& git, const Print& print = {});
Error incompleteSubmodules(const QString& sourceFolder, const QStringList& problems, const Print& print);

}
