// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason::AppPaths {

// Where the program keeps what it remembers. Each folder is made by the first that writes there.
// The environment variable TORCHMASON_HOME puts all of them below one folder; so does a file portable.txt
// beside the programs, into the folder "home" beside it.

// Attempts, logs, learned costs: ~/.local/share/torchmason or %LOCALAPPDATA%/torchmason.
QString dataFolder();
// User profiles, rule packs and settings: ~/.config/torchmason or %LOCALAPPDATA%/torchmason.
QString configFolder();
// One folder per attempt: <data>/attempts.
QString attemptsFolder();
// <config>/profiles
QString userProfilesFolder();
QString userRulesFolder(); // packs of rules for failures, see docs/rules.md
// Default place for source trees and build folders that the program makes itself: <data>/work.
QString workFolder();
// The folder of torchmason-runner and torchmason-gate: the running program's, or installed ../lib/torchmason.
QString programFolder();

}
