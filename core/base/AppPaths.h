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
// settings.ini in the configuration folder: of the window, and what all programs go by.
QString settingsFile();
// One folder per attempt.
QString attemptsFolder();
// <config>/profiles
QString userProfilesFolder();
QString userRulesFolder(); // packs of rules for failures, see docs/rules.md
// Default place for source trees and build folders that the program makes itself.
QString workFolder();
// Where builds let ccache and sccache keep what they compiled; empty: where these do so by themselves.
QString cachesFolder();
// The three that the user may put elsewhere, in the group [folders] of the settings.
enum class Place { Attempts, Work, Caches };
QString chosenFolder(Place place); // absolute; empty: the usual one
QString usualFolder(Place place); // <data>/attempts, <data>/work; none for caches
const char* settingOf(Place place); // "folders/attempts"
// The folder of torchmason-runner and torchmason-gate: the running program's, or installed ../lib/torchmason.
QString programFolder();

}
