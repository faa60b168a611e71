// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QString>

#include <optional>

namespace torchmason {

// A range with its reason.
struct Estimate {
    std::optional<qint64> low; // unknown where there is none; `reason` says why
    std::optional<qint64> high;
    QString reason; // sentences
    QString source; // where the figures are from
    QString confidence; // "high", "medium", "low"; empty where nothing is known
    bool isOwnHistory = false; // from attempts of this machine

    bool isKnown() const { return low && high; }
    bool operator==(const Estimate&) const = default;
};

Estimate unknownEstimate(const QString& reason);
// "3.4 to 5 GB" of bytes, and "1 h 10 min to 2 h 30 min" of milliseconds, rounded as such a figure deserves.
QString spanText(qint64 low, qint64 high);
QString timeSpanText(qint64 low, qint64 high);

// What to expect of a build from an empty build folder. The lower end of the time counts what a folder that
// was configured alike holds already.
struct BuildEstimate {
    Estimate time; // milliseconds, from configuring to the end; fetching the source is not in it
    Estimate disk; // bytes of the build folder, and of the source where that is fetched
    Estimate memory; // bytes: the most that all compilers take together
    Estimate size; // bytes of what is made: the wheel, or the libraries
    bool makesWheel = false; // false, too, where one is wished for and none can come of the build

    bool operator==(const BuildEstimate&) const = default;
};

QString jobsText(int jobs); // "1 job", "4 jobs"

// The four figures in the written form of `check --json`: times in milliseconds, sizes in bytes, null where
// nothing is known.
Json toJson(const BuildEstimate& estimate);

// The same as lines to read: figures, and below each its reason.
QString estimateReport(const BuildEstimate& estimate);

}
