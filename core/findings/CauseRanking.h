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
    int segment = 0; // of the log: a stage, or what stands before an "[exit N]" line
    qint64 line = 0;
    qint64 byteOffset = 0;
    QString evidence;
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
    bool successSeen = false; // a line that only a good end writes, or the last edge of a build
    bool interrupted = false;
};

enum class StageOutcome;

// Whether what wrote the log failed, as far as the log tells.
bool hasFailed(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome);

// Findings with the root causes first. The rules of judging, in this order:
// - a strong signature is a root before a weak one, an earlier line before a later one;
// - what another matched rule explains is a consequence, wherever it stands;
// - a weak signature (a warning) is a root only in a log that failed and has no strong one, and is not
//   told otherwise; while the stage runs, "failed" needs a proof ("FAILED:", "CMake Error");
// - an unknown error is named only in a log that failed and has neither, and never after an interruption;
// - failures before a later good end were overcome and are no roots.
QVector<Finding> rankCauses(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome);

}
