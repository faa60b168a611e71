// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <QtGlobal>

namespace torchmason {

// A part of an attempt's time, in milliseconds since it began.
struct ShownTime {
    qint64 from = 0;
    qint64 to = 0;

    qint64 length() const { return to - from; }
    bool contains(qint64 time) const { return time >= from && time <= to; }
    bool operator==(const ShownTime&) const = default;
};

// Shorter parts have no ticks of whole seconds any more.
constexpr qint64 shortestRange = 5000;

// `factor` below 1 shows less time. `around` stays where it is; the part stays within the whole.
ShownTime zoomed(const ShownTime& range, double factor, qint64 around, const ShownTime& whole);
ShownTime moved(const ShownTime& range, qint64 by, const ShownTime& whole);
// Milliseconds between two ticks, so that at most `most` of them stand in the range.
qint64 tickStep(const ShownTime& range, int most);
// The times of these ticks. Of one alone nothing can be read: then the first and the last round one of
// `labelled`, where labels have room, if they are so far apart.
QVector<qint64> tickTimes(const ShownTime& range, int most, const ShownTime& labelled, qint64 apart);
// "0:00:02.5" in less than a minute, where whole seconds would stand beside another tick.
QString momentClock(qint64 time, const ShownTime& whole);

}
