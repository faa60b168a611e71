// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QVector>

namespace torchmason {

enum class PatternKind {
    FindingSeparated, // a finding in several attempts, and what tells these apart from those that got past it
    EnvironmentChanged, // between a success and the failure that came next
    FixWithoutHelp, // applied, and the same finding came again each time
    FixHelped,
    FindingStays, // a finding that nobody got past yet, and what was tried
    FindingRepeats, // some got past it, and nothing that is known tells them apart
    BuildSlower, // than the last comparable ones
};

QString patternKindId(PatternKind kind); // "finding-separated", "environment-changed"...

// Something that several attempts say together.
struct AttemptPattern {
    PatternKind kind = PatternKind::FindingRepeats;
    QString sentence; // one or two, for people; text of others in it is harmless, but not markup
    QVector<int> attempts; // that show it, the oldest first
    QVector<int>
        others; // that it is compared with: those that got past, the success before, the quicker ones
    QString rule; // of the finding; else empty
    QStringList values; // what separates or changed, a clause each
    QVector<int> toCompare = {}; // the two that the sentence says to compare, the older first; else none
};

// The most useful first; none where there is nothing to say. Counts only: what a pattern claims stands in the
// attempts that it names. Attempts are compared where they have the same source folder and targets; fixes
// over all of them. Imported, unreadable and running ones are left out. Reads findings.json of some: not for
// the window's own thread.
QVector<AttemptPattern> attemptPatterns(const QVector<AttemptSummary>& attempts);

Json toJson(const AttemptPattern& pattern);

}
