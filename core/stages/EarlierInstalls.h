// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstallNote.h"

namespace torchmason {

// Whether pip can take a package from where it had come from: a local wheel must still be the one with this
// mark (see InstalledPackage), any other address is believed.
bool canComeAgain(const QString& interpreter, const QString& origin, const QString& mark);

// An install goes on with an earlier one whose note lies there: what that one replaced in the same
// environment, and left as it is now, counts as replaced by this one. What an install that was
// stopped half-way left is unknown, so all of its `before` counts.
void goOnWith(const QString& earlierPath, InstallNote& note);

// For a note whose `after` is known. Where the install replaced a package of its wheels that an earlier
// attempt had put there, and the wheel of that one is gone or another by now, the note takes over what was
// there before the earlier install: nothing else could be brought back. The notes of earlier attempts lie in
// the folders beside the one of `notePath`. Answers a sentence for each such package.
QStringList takeOverEarlier(InstallNote& note, const QString& notePath);

}
