// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// What the samples of one stretch of time say together.
struct ResourcePoint {
    std::optional<Bytes> buildMemory; // the most
    std::optional<Bytes> memoryAvailable; // the least
    std::optional<double> cores; // busy ones, on average
    std::optional<qint64> elapsed = {}; // of the first one, in milliseconds; nullopt: there is none
};

// What all samples of an attempt say together.
struct ResourceUse {
    std::optional<Bytes> peakMemory; // of the build
    std::optional<Bytes> meanMemory;
    std::optional<double> meanCores; // busy ones
};

// Point i of every curve is about the time from i * step on, since its attempt began. A curve ends with its
// attempt; a point without samples is empty.
struct ResourceCurves {
    Milliseconds step { 1 };
    QVector<QVector<ResourcePoint>> curves; // one for each folder, in their order
    QVector<ResourceUse> uses; // the same
};

// samples.jsonl of attempts' folders, thinned so that the longest has at most `points`. A folder without
// samples has an empty curve. Fails where a file is there and cannot be read.
Result<ResourceCurves> resourceCurves(const QStringList& folders, int points);

}
