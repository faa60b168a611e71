// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ShownTime.h"

#include "core/base/Units.h"

#include <QLocale>

#include <algorithm>

namespace torchmason {

ShownTime zoomed(const ShownTime& range, double factor, qint64 around, const ShownTime& whole)
{
    const qint64 length = std::clamp<qint64>(
        qint64(double(range.length()) * factor), std::min(shortestRange, whole.length()), whole.length());
    const double share
        = range.length() > 0 ? std::clamp(double(around - range.from) / double(range.length()), 0.0, 1.0) : 0;
    const qint64 from = around - qint64(share * double(length));
    return moved({ from, from + length }, 0, whole);
}

ShownTime moved(const ShownTime& range, qint64 by, const ShownTime& whole)
{
    const qint64 last = std::max(whole.from, whole.to - range.length());
    const qint64 from = std::clamp(range.from + by, whole.from, last);
    return { from, from + range.length() };
}

qint64 tickStep(const ShownTime& range, int most)
{
    constexpr qint64 second = 1000;
    constexpr qint64 minute = 60 * second;
    constexpr qint64 hour = 60 * minute;
    for (const qint64 step : { second, 2 * second, 5 * second, 10 * second, 15 * second, 30 * second, minute,
             2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 3 * hour,
             6 * hour, 12 * hour }) {
        if (range.length() / step <= most)
            return step;
    }
    return std::max<qint64>(1, range.length() / (24 * hour * std::max(1, most)) + 1) * 24 * hour;
}

QVector<qint64> tickTimes(const ShownTime& range, int most, const ShownTime& labelled, qint64 apart)
{
    const auto firstOf = [](qint64 from, qint64 step) { return (from + step - 1) / step * step; };
    const qint64 step = tickStep(range, most);
    QVector<qint64> times;
    for (qint64 time = firstOf(range.from, step); time <= range.to; time += step)
        times << time;
    if (times.size() > 1)
        return times;
    for (const int finer : { 12, 24, 60 }) {
        const qint64 fine = tickStep(range, finer);
        const qint64 first = firstOf(labelled.from, fine);
        const qint64 last = labelled.to / fine * fine;
        if (last > first && last - first >= apart)
            return { first, last };
    }
    return times;
}

QString momentClock(qint64 time, const ShownTime& whole)
{
    constexpr qint64 minute = 60'000;
    const qint64 tenths = (std::max<qint64>(0, time) + 50) / 100;
    if (whole.length() >= minute || tenths % 10 == 0)
        return formatClock(Milliseconds(time));
    return formatClock(Milliseconds(tenths / 10 * 1000)) + QLocale().decimalPoint()
        + QString::number(tenths % 10);
}

}
