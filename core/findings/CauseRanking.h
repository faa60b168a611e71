// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/RuleSet.h"

#include <QHash>
#include <QSet>
#include <QVector>

#include <optional>

namespace torchmason {

// One line that a signature matched.
struct RuleMatch {
    int rule = 0; // index into the rule set
    int signature = 0;
    int segment = 0; // of the log: a stage, a command, or what stands before an "[exit N]" line
    int phase = 0; // of the log: milestones seen before
    qint64 retriedAt = 0; // the line that says that its program tries again; 0: none does
    qint64 line = 0;
    qint64 byteOffset = 0;
    QString evidence;
    QString file; // that the message of a tool names; empty where there is none
    QString subject;
    QString stage;
    QString edge;
};

enum class SegmentEnd {
    Unknown,
    Good,
    Bad,
};

// What a log told, in bounded size.
struct LogEvidence {
    QVector<RuleMatch> matches; // in the order of lines
    QHash<int, qint64> occurrences; // rule -> lines that matched, also those that were not kept
    QSet<int> markers; // indices of those that were seen
    QHash<int, QString> markerValues; // the first captured "subject" of a marker
    QVector<SegmentEnd> segments { SegmentEnd::Unknown };
    QVector<bool> failureSeen { false }; // a segment holds a line that proves a failure
    int phase = 0; // milestones so far: "Build files have been written to", "Successfully installed"
    int failedPhase = -1; // the last one with a proof of failure
    bool successSeen = false; // a line that only a good end writes, or the last edge of a build
    bool interrupted = false;
    qint64 lastLine = 0; // that is not empty
};

enum class StageOutcome;

// Whether what wrote the log failed, as far as the log tells.
bool hasFailed(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome);

// Findings with the root causes first. The rules of judging, in this order:
// - what was tried again, or failed before a later command ended well, is no root;
// - what another matched rule explains is a consequence, unless it is an edge of its own that failed before;
// - a strong signature is a root before a weak one;
// - among strong ones what a failed edge of ninja itself printed comes first, then what belongs to the last
//   phase that failed, then the earliest line: a milestone after it says that the build got over it;
// - a weak signature (a warning) is a root only in a log that failed and has no strong one, and is not
//   told otherwise; while the stage runs, "failed" needs a proof ("FAILED:", "CMake Error");
// - an unknown error is named only in a log that failed and has neither in the phase that failed, and never
//   after an interruption.
QVector<Finding> rankCauses(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome);

}
