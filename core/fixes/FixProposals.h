// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/findings/Finding.h"
#include "core/request/BuildRequest.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

// Fits the fixes of all root findings to one attempt, which `again` would make once more as it was:
// - what is senseless on this system, or so already, goes;
// - "checks" becomes the changes that preflight has tried for this machine as it is now (kind "change"), or
//   stays as words where it proposes nothing;
// - "command" gets its line; what the program can do gets what it changes, cleaning included;
// - what was tried in an attempt before, and met the same finding again, stands last and says so; taking that
//   back is offered (kind "undo").
// Takes a moment (checks are tried, the build folder is read): not for the window's own thread.
void completeFixes(QVector<Finding>& findings, const BuildRequest& again, const HostFacts& facts);

// The same as far as the record alone tells it: what was tried, lines to copy where it has the facts of the
// machine, and mostly what the program would change. It looks only whether files of the source folder and the
// Python are there, so that the window can show it until the rest is known.
QVector<Fix> expectedFixes(const Finding& finding, const AttemptRecord& record);

// The same for a log of which nothing else is known: systems and lines to copy.
void completeAdvice(QVector<Finding>& findings, const HostFacts& facts);

// One or the other, as they are for an attempt on this machine, which it looks at.
void completeForAttempt(QVector<Finding>& findings, const AttemptRecord& record);

}
