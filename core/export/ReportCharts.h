// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"
#include "core/store/AttemptLines.h"

#include <QVector>

#include <functional>
#include <optional>

namespace torchmason {

class HtmlWriter;

struct ChartPoint {
    qint64 time = 0; // milliseconds since the attempt began
    double value = 0;
};

// One curve over the time of an attempt.
struct ReportChart {
    QString id; // unique within the page, letters only
    QString title;
    QString description; // what the curve shows, for who cannot see it
    QVector<ChartPoint> points; // by time, at most mostChartPoints
    double top = 0; // of the axis; above 0
    std::optional<double> limit; // a line across, nullopt: none
    std::function<QString(double value)> shown; // as it stands at the axis
};

constexpr int mostChartPoints = 600;

// What the charts need of samples.jsonl.
struct SampledMoment {
    qint64 elapsed = 0; // as in Sample
    std::optional<Bytes> memory; // of the build
    std::optional<Bytes> limit;
    std::optional<double> load; // mean of the cores, 0..1
};

// As eachSample() reads them.
Result<QVector<SampledMoment>> readMoments(const QString& attemptFolder);

// Memory of the build, load of the cores and finished steps; only those with two points or more.
QVector<ReportChart> reportCharts(const QVector<SampledMoment>& moments, const QVector<EdgeRecord>& edges,
    std::optional<Bytes> memoryLimit);

// A figure with inline SVG. `end` is that of its axis of time, in milliseconds: the same for all charts, so
// that what stands above each other happened at the same time.
void writeChart(HtmlWriter& html, const ReportChart& chart, qint64 end);

}
