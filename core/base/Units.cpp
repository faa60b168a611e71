// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Units.h"

#include "core/base/Core.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace torchmason {

QString formatBytes(Bytes bytes)
{
    // Below ten units half of one is much.
    const auto scaled = [bytes](Bytes unit, const char* name, bool isExact = false) {
        const double units = double(bytes) / double(unit);
        return QStringLiteral("%1 %2")
            .arg(units, 0, 'f', isExact || units < 9.95 ? 1 : 0)
            .arg(QLatin1String(name));
    };
    // What rounds to 1024 of a unit is one of the next.
    if (bytes >= gibibyte - mebibyte / 2)
        return scaled(gibibyte, "GB", true);
    if (bytes >= mebibyte - kibibyte / 2)
        return scaled(mebibyte, "MB");
    if (bytes >= kibibyte)
        return scaled(kibibyte, "KB");
    return bytes == 1 ? Core::tr("1 byte") : Core::tr("%1 bytes").arg(bytes);
}

QString formatBytes(std::optional<Bytes> bytes)
{
    return bytes ? formatBytes(*bytes) : Core::tr("unknown");
}

QString formatDuration(Milliseconds duration)
{
    const qint64 milliseconds = std::max<qint64>(0, duration.count());
    if (milliseconds < 9950 && milliseconds % 1000 != 0)
        return Core::tr("%1 s").arg(double(milliseconds) / 1000.0, 0, 'f', 1);
    const qint64 seconds = (milliseconds + 500) / 1000;
    if (seconds < 60)
        return Core::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return seconds % 60 ? Core::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60)
                            : Core::tr("%1 min").arg(seconds / 60);
    const qint64 minutes = (seconds + 30) / 60;
    return minutes % 60 ? Core::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60)
                        : Core::tr("%1 h").arg(minutes / 60);
}

QString formatClock(Milliseconds elapsed)
{
    const qint64 seconds = (std::max<qint64>(0, elapsed.count()) + 500) / 1000; // as formatDuration() does
    return QStringLiteral("%1:%2:%3")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

QString formatDate(qint64 time)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(time).date(), QStringLiteral("d MMM yyyy"));
}

QString formatMoment(qint64 time)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(time), QStringLiteral("d MMM yyyy, HH:mm:ss"));
}

std::optional<Bytes> parseBytes(const QString& text)
{
    static const QRegularExpression size(
        QStringLiteral(R"(^\s*(\d+(?:\.\d+)?)\s*([kKmMgGtT]?)(?:i?[bB])?\s*$)")); // 1.5 GiB
    const auto match = size.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2).toLower();
    const double factor = unit == QLatin1String("k") ? 1024.0
        : unit == QLatin1String("m")                 ? 1024.0 * 1024
        : unit == QLatin1String("g")                 ? 1024.0 * 1024 * 1024
        : unit == QLatin1String("t")                 ? 1024.0 * 1024 * 1024 * 1024
                                                     : 1.0;
    const double bytes = match.captured(1).toDouble() * factor;
    if (!(bytes < 9.2e18)) // what JSON's readers take, and what can be rounded
        return std::nullopt;
    return Bytes(std::llround(bytes));
}

bool isUnit(QByteArrayView word)
{
    static constexpr std::array units { "s", "ms", "us", "sec", "secs", "second", "seconds", "min", "h", "B",
        "KB", "kB", "MB", "GB", "KiB", "MiB", "GiB", "bytes", "k", "M", "G" };
    return std::any_of(units.begin(), units.end(), [word](const char* unit) { return word == unit; });
}

}
