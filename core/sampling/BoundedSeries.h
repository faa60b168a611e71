// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

namespace torchmason {

// One drawn point: what was between its time and the next point's.
struct SeriesPoint {
    double x = 0;
    double mean = 0;
    double low = 0;
    double high = 0;
    int count = 0; // values behind it
};

// A curve that grows for hours in a fixed amount of memory: when it is full, neighbours are put together
// two by two, keeping lowest and highest, so that no peak is lost. Values come in the order of x.
class BoundedSeries {
public:
    // `capacity` is made even and at least 2.
    explicit BoundedSeries(int capacity = 2000);

    void add(double x, double value);
    void clear();
    // At most capacity points; the last one may still be growing.
    const QVector<SeriesPoint>& points() const { return m_points; }
    int capacity() const { return m_capacity; }

private:
    void halve();

    QVector<SeriesPoint> m_points;
    int m_capacity;
    int m_valuesPerPoint = 1;
};

}
