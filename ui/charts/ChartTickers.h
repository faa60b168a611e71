// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace torchmason {

// What stands at the axes of a chart. A part of ChartState.h, which alone includes it.

// As many labels as have room above each other.
class RoomTicker : public QCPAxisTicker {
public:
    void setRoom(int labels) { m_room = std::max(1, labels); }

    // Where an axis from zero ends, so that a label stands above the highest value and has room for its upper
    // half.
    double topAbove(double highest)
    {
        constexpr double least = 1.06;
        constexpr double room = 1.08;
        double top = highest * least;
        for (int tries = 0; tries < 3; ++tries) { // a longer axis may have longer steps
            const double step = getTickStep(QCPRange(0, top));
            top = std::max(top, std::ceil(highest / step) * step * room);
        }
        return top;
    }

protected:
    int atMost(int usual) const { return std::min(usual, m_room); }

private:
    int m_room = 5;
};

// Powers of two, so that memory has round numbers. What lies below zero has no label.
class BytesTicker : public RoomTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        double step = double(mebibyte);
        while (range.upper / step > atMost(4))
            step *= 2;
        return step;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return tick < 1 ? QStringLiteral("0") : formatBytes(Bytes(tick));
    }
};

// Zero, the middle, all.
class PercentTicker : public RoomTicker {
protected:
    double getTickStep(const QCPRange&) override { return atMost(3) < 3 ? 100 : 50; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return QStringLiteral("%1 %").arg(std::lround(tick));
    }
};

// No halves of things.
class CountTicker : public RoomTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        constexpr double halves = 2.5;
        setTickCount(atMost(3)); // charts may be low
        const double step = std::max(1.0, QCPAxisTicker::getTickStep(range));
        return step != halves ? step : range.size() > 4 ? 4 : 2;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return QLocale().toString(qint64(std::llround(tick)));
    }
};

// Core numbers from 1, as many as fit: in even steps up to the last one, else the first and the last.
class RowTicker : public RoomTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        const int rows = int(std::lround(range.size()));
        int step = std::max(1, int(std::ceil(double(rows) / atMost(4))));
        while (step < rows && rows % step != 0)
            ++step;
        return step;
    }
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        const int step = int(std::lround(tickStep));
        const int last = int(std::lround(range.upper + 0.5)) - 1;
        const int most = atMost(4);
        if (last < 1 || most < 2)
            return { 0 };
        if (most == 2 || step > last)
            return { 0, double(last) };
        QVector<double> ticks;
        for (int row = step - 1; row <= last; row += step)
            ticks.append(row);
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return tick < 0 ? QString() : QString::number(int(tick) + 1);
    }
};

// The shortest of these times, in seconds, that goes into `all` no more often than this; they are ascending.
inline double roundTime(std::initializer_list<double> times, double all, double mostOften)
{
    for (const double time : times) {
        if (all / time <= mostOften)
            return time;
    }
    return std::ceil(all / mostOften / 36'000) * 36'000;
}

// Times whose labels do not touch, as formatClock() writes them.
class TimeTicker : public QCPAxisTickerTime {
public:
    TimeTicker() { setTimeFormat(QStringLiteral("%h:%m:%s")); }

    // `room`: pixels of the whole axis; `beyond`: those behind it that a label may have, too.
    void fit(const QCPRange& range, const QFontMetrics& letters, int room, int beyond)
    {
        const QString widest = range.upper < 36'000 ? QStringLiteral("0:00:00") : QStringLiteral("00:00:00");
        const double label = letters.horizontalAdvance(widest);
        m_mostOften = std::clamp(room / (label * 1.4), 1.0, 8.0);
        m_apart = label * 1.2 / room;
        m_cut = std::max(0.0, (label / 2 + 1 - beyond) / room);
    }

protected:
    double getTickStep(const QCPRange& range) override { return step(range, m_mostOften); }

    // Of one time alone nothing can be read: then the first and the last round ones that have room.
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        const QVector<double> ticks = QCPAxisTickerTime::createTickVector(tickStep, range);
        const double end = range.upper - m_cut * range.size();
        const auto shown = std::count_if(
            ticks.begin(), ticks.end(), [&](double tick) { return tick >= range.lower && tick <= end; });
        if (shown > 1)
            return ticks;
        for (const double fineness : { 12, 24, 60 }) { // the roundest that stand far enough apart
            const double fine = step(range, fineness);
            const double first = std::ceil(range.lower / fine) * fine;
            const double last = std::floor(end / fine) * fine;
            if (last - first >= m_apart * range.size())
                return { first, last };
        }
        return ticks;
    }

private:
    static double step(const QCPRange& range, double mostOften)
    {
        return roundTime({ 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10'800, 18'000 },
            range.size(), mostOften);
    }

    double m_mostOften = 5;
    double m_apart = 0; // of the whole axis: the least between two labels
    double m_cut = 0; // the part at its end where labels have no room
};

// Round times, whose words are short: no hours with minutes.
class DurationTicker : public RoomTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        return roundTime({ 1, 2, 5, 10, 20, 60, 120, 300, 600, 1200, 3600, 7200, 18'000 }, range.upper,
            std::min(3.5, double(atMost(4))));
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return tick < 0 ? QString()
            : tick < 1  ? QStringLiteral("0")
                        : formatDuration(Milliseconds(std::llround(tick * 1000)));
    }
};

}
