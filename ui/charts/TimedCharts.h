// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ShownTime.h"
#include "ui/models/SampleSeries.h"

#include <QObject>
#include <QVector>

#include <optional>

namespace torchmason {

class TimedChart;

// Charts of one attempt that show the same moment and the same part of the time: where the pointer is, or
// else the moment that was pinned. The charts belong to their parents, and outlive this.
class TimedCharts : public QObject {
    Q_OBJECT

public:
    // `series` is kept.
    explicit TimedCharts(const SampleSeries& series);

    void add(TimedChart* chart);
    const QVector<TimedChart*>& all() const { return m_charts; } // from left to right
    // `instead`: in place of charts that have no values.
    void show(qint64 end, bool isOver, const QString& instead);
    bool haveCurves() const; // any of them
    // Times are milliseconds since the attempt began. nullopt: the newest. What is pointed at is the moment
    // of a sample where one is near: cursor, words, values and log are of the same moment.
    void pin(std::optional<qint64> elapsed);
    bool isPinned() const { return m_pinned.has_value(); }
    // In place of a pinned moment, or else until the pointer comes.
    void mark(qint64 elapsed);
    void setRange(std::optional<ShownTime> range); // nullopt: all of it

signals:
    void picked(qint64 elapsed); // pinned, too

private:
    qint64 nearestSample(qint64 elapsed) const;
    void setMoment(std::optional<qint64> elapsed);

    const SampleSeries& m_series;
    QVector<TimedChart*> m_charts;
    std::optional<qint64> m_pinned;
};

}
