// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/stages/Print.h"

#include <QDateTime>
#include <QString>

namespace torchmason {

// Whether a git of any user may be at work in that tree. Where the system does not tell in which folder a
// process works, any git counts.
bool mayGitBeAtWorkIn(const QString& folder);

// What a git that was killed leaves behind, and the next one cannot cope with. Nothing is removed through a
// link or outside of the tree. `print` gets a line for each thing.

// Lock files in a repository that this program made, which are older than `before`, while no git is at work
// there. Those of a repository of the user's own may be the user's.
Result<void> removeStaleLocks(const QString& sourceFolder, const QDateTime& before, const Print& print);

// Submodules whose clone has neither a commit nor a branch while nothing is checked out of it: git takes them
// for cloned and finds no revision in them. They are removed, so that the next `git submodule update` clones
// them. Submodules of submodules, too. Answers a closing line.
Result<QString> mendSubmodules(const QString& sourceFolder, const QString& git, const Print& print);

}
