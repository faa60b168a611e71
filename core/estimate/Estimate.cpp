// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/Estimate.h"

#include "core/base/Core.h"
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

Json figureJson(const Estimate& estimate)
{
    return { { "low", estimate.low ? Json(*estimate.low) : Json() },
        { "high", estimate.high ? Json(*estimate.high) : Json() }, { "reason", toJson(estimate.reason) },
        { "source", toJson(estimate.source) }, { "confidence", toJson(estimate.confidence) },
        { "isOwnHistory", estimate.isOwnHistory } };
}

QString figureText(const QString& name, const Estimate& estimate, QString (*text)(qint64, qint64))
{
    const QString value
        = estimate.isKnown() ? text(*estimate.low, *estimate.high) : QStringLiteral("unknown");
    QString lines = QStringLiteral("  %1  %2\n").arg(name.leftJustified(9), value);
    if (!estimate.reason.isEmpty())
        lines += QString(13, QLatin1Char(' ')) + estimate.reason + QLatin1Char('\n');
    return lines;
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
    if (low <= 0)
        return Core::tr("up to %1").arg(last);
    // "3.4 to 5 GB": the unit once, where both have the same.
    const QString unit = last.section(QLatin1Char(' '), 1);
    return Core::tr("%1 to %2")
        .arg(
            first.section(QLatin1Char(' '), 1) == unit ? first.section(QLatin1Char(' '), 0, 0) : first, last);
}

QString timeSpanText(qint64 low, qint64 high)
{
    const qint64 first = std::max<qint64>(1'000, low / stepFor(low) * stepFor(low));
    const qint64 last = (high + stepFor(high) - 1) / stepFor(high) * stepFor(high);
    return first >= last ? durationText(last)
                         : Core::tr("%1 to %2").arg(durationText(first), durationText(last));
}

QString jobsText(int jobs)
{
    return jobs == 1 ? Core::tr("1 job") : Core::tr("%n jobs", nullptr, jobs);
}

Json toJson(const BuildEstimate& estimate)
{
    return { { "time", figureJson(estimate.time) }, { "disk", figureJson(estimate.disk) },
        { "memory", figureJson(estimate.memory) }, { "size", figureJson(estimate.size) },
        { "makesWheel", estimate.makesWheel } };
}

QString estimateReport(const BuildEstimate& estimate)
{
    return QStringLiteral("\nWhat to expect\n")
        + figureText(QStringLiteral("Time"), estimate.time, timeSpanText)
        + figureText(QStringLiteral("Disk"), estimate.disk, spanText)
        + figureText(QStringLiteral("Memory"), estimate.memory, spanText)
        + figureText(estimate.makesWheel ? QStringLiteral("Wheel") : QStringLiteral("Libraries"),
            estimate.size, spanText);
}

}
