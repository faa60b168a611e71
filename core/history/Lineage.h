// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/FixOutcome.h"

#include <QString>
#include <QVector>

namespace torchmason {

// How attempts belong together: by the source tree they build, and by which goes on with which.

struct LineageStep {
    int number = 0;
    int base = 0; // the attempt that it goes on with, 0: none that is still there
    QVector<FindingAnswer> fixes; // that this attempt applied or took back, not those that it inherited
    // Of going on, also without a fix. Helped: it went well, or something else is the first finding now.
    FixResult result = FixResult::Unknown;
};

// Those that go on with each other, by number: the first one, and all that come from it.
struct Lineage {
    QVector<LineageStep> steps;
};

struct SourceTreeGroup {
    QString sourceFolder; // as the newest of them writes it
    QVector<int> numbers; // newest first
};

// The one with the newest attempt first.
QVector<Lineage> lineagesOf(const QVector<AttemptSummary>& attempts);
// The attempt with those before it and those that go on with it; without the branches beside it. One alone
// where it neither goes on with another nor is gone on with.
QVector<LineageStep> chainOf(int number, const QVector<AttemptSummary>& attempts);
// Of those that came from a failed or stopped attempt: the first that went well, or the newest; null: none.
const AttemptSummary* laterOf(int number, const QVector<AttemptSummary>& attempts);
// "Attempt 2, a later retry, succeeded.": it may be one of a retry. `name`: of the later one, where there is
// a link with that.
QString laterText(const QString& name, AttemptState state);
// The same for attempts of one source tree of one machine, this one or another. For comparing alone.
QString sourceTreeOf(const AttemptRecord& record);
QVector<SourceTreeGroup> bySourceTree(const QVector<AttemptSummary>& attempts);

}
