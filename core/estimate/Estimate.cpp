// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/Estimate.h"

#include "core/base/Units.h"

#include <algorithm>

namespace torchmason {

namespace {

// To full steps of five minutes, a minute, five seconds or one second.
qint64 stepFor(qint64 milliseconds)
{
    constexpr qint64 minute = 60'000;
    if (milliseconds >= 20 * minute)
        return 5 * minute;
    if (milliseconds >= 3 * minute)
        return minute;
    return milliseconds >= minute / 2 ? 5'000 : 1'000;
}

QString durationText(qint64 milliseconds)
{
    if (milliseconds < 60'000)
        return QStringLiteral("%1 s").arg(milliseconds / 1000);
    return formatDuration(Milliseconds(milliseconds));
}

}

Estimate unknownEstimate(const QString& reason)
{
    Estimate estimate;
    estimate.reason = reason;
    return estimate;
}

QString spanText(qint64 low, qint64 high)
{
    const QString first = formatBytes(Bytes(std::max<qint64>(0, low)));
    const QString last = formatBytes(Bytes(std::max<qint64>(0, high)));
    if (first == last)
        return first;
    // "3.4 to 5 GB": the unit once, where both have the same.
    const QString unit = last.section(QLatin1Char(' '), 1);
    return QStringLiteral("%1 to %2")
        .arg(
            first.section(QLatin1Char(' '), 1) == unit ? first.section(QLatin1Char(' '), 0, 0) : first, last);
}

QString timeSpanText(qint64 low, qint64 high)
{
    const qint64 first = std::max<qint64>(1'000, low / stepFor(low) * stepFor(low));
    const qint64 last = (high + stepFor(high) - 1) / stepFor(high) * stepFor(high);
    return first >= last ? durationText(last)
                         : QStringLiteral("%1 to %2").arg(durationText(first), durationText(last));
}

}
