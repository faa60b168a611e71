// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/EstimateReport.h"

namespace torchmason {

namespace {

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
