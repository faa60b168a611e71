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

// Removes lock files older than `before` that a killed git left in a repository that this program made, where
// no git is at work there. Never through a link or outside of the tree. `print` gets a line for each.
Result<void> removeStaleLocks(const QString& sourceFolder, const QDateTime& before, const Print& print);

// Removes clones of submodules, nested ones too, that have neither a commit nor a branch nor files: a killed
// git left them, and git would not clone them again. Answers a closing line.
Result<QString> mendSubmodules(const QString& sourceFolder, const QString& git, const Print& print);

}
