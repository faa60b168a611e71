// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/ResourceCurves.h"

#include "core/history/SampleLines.h"

#include <algorithm>
#include <numeric>

namespace torchmason {

namespace {

struct Reading {
    qint64 elapsed = 0;
    ResourcePoint values;
};

Result<QVector<Reading>> readingsOf(const QString& folder)
{
    QVector<Reading> readings;
    const auto read = eachSample(folder, [&readings](const Sample& sample) {
        if (sample.elapsed < 0)
            return;
        Reading reading { sample.elapsed, { sample.buildMemory, sample.memoryAvailable, {}, {} } };
        if (!sample.coreLoad.isEmpty())
            reading.values.cores = std::accumulate(sample.coreLoad.begin(), sample.coreLoad.end(), 0.0);
        readings.append(reading);
    });
    return read ? Result<QVector<Reading>>(readings) : read.error();
}

QVector<ResourcePoint> thinned(const QVector<Reading>& readings, qint64 step, int points)
{
    QVector<ResourcePoint> curve;
    QVector<int> counts;
    for (const Reading& reading : readings) {
        const int at = int(std::min<qint64>(reading.elapsed / step, points - 1));
        if (curve.size() <= at) {
            curve.resize(at + 1);
            counts.resize(at + 1);
        }
        ResourcePoint& point = curve[at];
        const ResourcePoint& values = reading.values;
        if (!point.elapsed)
            point.elapsed = reading.elapsed;
        if (values.buildMemory)
            point.buildMemory = std::max(point.buildMemory.value_or(0), *values.buildMemory);
        if (values.memoryAvailable)
            point.memoryAvailable
                = std::min(point.memoryAvailable.value_or(*values.memoryAvailable), *values.memoryAvailable);
        if (values.cores) {
            const int count = counts[at]++;
            point.cores = (point.cores.value_or(0) * count + *values.cores) / (count + 1);
        }
    }
    return curve;
}

// Samples come once a second, so each counts as much as another.
ResourceUse useOf(const QVector<Reading>& readings)
{
    ResourceUse use;
    double memory = 0;
    double cores = 0;
    int memories = 0;
    int loads = 0;
    for (const Reading& reading : readings) {
        const ResourcePoint& values = reading.values;
        if (values.buildMemory) {
            use.peakMemory = std::max(use.peakMemory.value_or(0), *values.buildMemory);
            memory += double(*values.buildMemory);
            ++memories;
        }
        if (values.cores) {
            cores += *values.cores;
            ++loads;
        }
    }
    if (use.peakMemory == Bytes(0)) // no process of the build was seen, so nothing was measured
        use.peakMemory.reset();
    if (use.peakMemory)
        use.meanMemory = Bytes(memory / memories);
    if (loads > 0)
        use.meanCores = cores / loads;
    return use;
}

}

Result<ResourceCurves> resourceCurves(const QStringList& folders, int points)
{
    QVector<QVector<Reading>> all;
    qint64 longest = 0;
    for (const QString& folder : folders) {
        auto readings = readingsOf(folder);
        if (!readings)
            return readings.error();
        for (const Reading& reading : *readings)
            longest = std::max(longest, reading.elapsed);
        all.append(std::move(readings).value());
    }
    ResourceCurves result;
    points = std::max(1, points);
    result.step = Milliseconds(longest / points + 1);
    for (const QVector<Reading>& readings : all) {
        result.curves.append(thinned(readings, result.step.count(), points));
        result.uses.append(useOf(readings));
    }
    return result;
}

}
