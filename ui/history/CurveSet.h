// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/ResourceCurves.h"
#include "core/history/StepsOverTime.h"

#include <QStringList>

#include <optional>

namespace torchmason {

// What is known of several attempts over the time since each began. The lists have one entry for each. Times
// are seconds.
struct CurveSet {
    enum Figure { Memory, Cores, Steps, figures };

    QStringList names;
    ResourceCurves resources;
    QVector<StepsOverTime> steps;

    // Bytes, busy cores, steps that are done; nullopt where nothing was measured, or the attempt is over.
    std::optional<double> valueAt(Figure figure, qsizetype attempt, double seconds) const;
    // The peak, the mean, all of them.
    std::optional<double> wholeOf(Figure figure, qsizetype attempt) const;
    // Whether the peak is more than its curve reaches: steps are measured between two samples, too.
    bool missesPeak(qsizetype attempt) const;
    // How many moments its line has; one makes no line.
    qsizetype pointsOf(Figure figure, qsizetype attempt) const;
    // Whether a line of what was measured is missing, because there are hardly any samples.
    bool isTooShort(qsizetype attempt) const;
    static QString text(Figure figure, const std::optional<double>& value);
    // Those at which something was measured, as in the attempt's own charts, and some in a hole between them.
    QVector<double> momentsOf(qsizetype attempt) const;
    double endOf(qsizetype attempt) const; // of all that is known of it; 0: nothing is
    double end() const; // of what lasted longest
};

}
