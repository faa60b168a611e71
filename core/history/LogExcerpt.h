// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogMatching.h"

#include <QStringList>

namespace torchmason {

// Lines of one log around a place.
struct LogExcerpt {
    qint64 line = 0; // from 1; 0: this log has nothing there
    qint64 first = 1; // number of the first line shown
    QStringList shown; // plain text, very long lines cut
    QVector<quint64> identities; // of these, see LineIdentity
    qint64 at = 0; // the line, or that before which it would stand; 0: not known
    qint64 lines = 0; // from the line on, that say something else; perhaps more than are shown
};

struct LogDivergence {
    LogExcerpt left;
    LogExcerpt right;
    bool isOfFailedStep = false;
};

// Whether this log has no further line, while the other one has.
bool endsThere(const LogExcerpt& place);
// What is said of the log of an attempt that has nothing there; empty where it has.
QString missingText(int attempt, const LogExcerpt& place);
// What stands in a row in place of a line that one log does not have there.
QString lackingText();

// From the last lines in common before the place on: lines that say the same are in one row, and so are lines
// that say something else in the same place, first of all those at which the logs part. -1: lacking. What
// is common again ends it.
ShownRows linesSideBySide(const LogDivergence& place);
// The one row at which they part; -1: it is not shown.
qsizetype partingRow(const LogDivergence& place, const ShownRows& rows);
// How many of the lines that say something else are shown.
qsizetype differingLines(const LogExcerpt& place);

// Where an excerpt has its place.
struct LogSpot {
    qint64 offset = 0; // where some line begins
    qint64 line = 1; // its number
    qint64 further = 0; // lines from there to the place
};
// `lines`: see LogExcerpt; nullopt: those up to the next step, with one more where they are not all shown. 0:
// the log has nothing there.
LogExcerpt excerptAt(const ComparedLog& log, const LogSpot& spot, std::optional<qint64> lines);

}
