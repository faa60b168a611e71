// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1String>

// What happened in an attempt, as events.jsonl names it: those names that are both written and read here.
namespace torchmason::eventName {

inline constexpr QLatin1String waiting("waiting"); // in the queue
inline constexpr QLatin1String stageStarted("stage-started");
inline constexpr QLatin1String commandStarted("command-started");
inline constexpr QLatin1String commandEnded("command-ended");
inline constexpr QLatin1String messages("messages"); // of tools, counted
inline constexpr QLatin1String stageEnded("stage-ended");
inline constexpr QLatin1String progress("progress");
inline constexpr QLatin1String warning("warning");
inline constexpr QLatin1String stopRequested("stop-requested");
inline constexpr QLatin1String survivors("survivors");
inline constexpr QLatin1String attemptEnded("attempt-ended");

}
