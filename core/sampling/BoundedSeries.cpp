// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/BoundedSeries.h"

#include <algorithm>

namespace torchmason {

namespace {

SeriesPoint together(const SeriesPoint& a, const SeriesPoint& b)
{
    const int count = a.count + b.count;
    return { a.x, (a.mean * a.count + b.mean * b.count) / count, std::min(a.low, b.low),
        std::max(a.high, b.high), count };
}

}

BoundedSeries::BoundedSeries(int capacity)
    : m_capacity(std::max(2, capacity + capacity % 2))
{
}

void BoundedSeries::add(double x, double value)
{
    const SeriesPoint point { x, value, value, value, 1 };
    if (!m_points.isEmpty() && m_points.last().count < m_valuesPerPoint) {
        m_points.last() = together(m_points.last(), point);
        return;
    }
    if (m_points.size() == m_capacity)
        halve();
    m_points.append(point);
}

void BoundedSeries::clear()
{
    m_points.clear();
    m_valuesPerPoint = 1;
}

void BoundedSeries::halve()
{
    for (int index = 0; index < m_capacity / 2; ++index)
        m_points[index] = together(m_points[2 * index], m_points[2 * index + 1]);
    m_points.resize(m_capacity / 2);
    m_valuesPerPoint *= 2;
}

}
