// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/StepsChart.h"

#include "core/store/FailedSteps.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/text/TipText.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

// Ninja takes a few steps off while it builds; a count that differs by more is of other work.
bool isAlike(qint64 one, qint64 other)
{
    return std::abs(one - other) * 10 <= std::max(one, other);
}

}

StepsChart::StepsChart(QWidget* parent)
    : TimedChart(tr("Steps"), parent)
    , m_chart(new ChartWidget(ChartWidget::ValueAxis::Count, this))
{
    setObjectName(QStringLiteral("stepsChart"));
    setToolTip(tipText(tr("Steps of the build that are done, and all of them. The dotted line is an earlier "
                          "build like this one; the band is what was expected at the start. Drag, or press "
                          "Left or Right, to go to that moment in the log")));
    const QString widest = QStringLiteral("9,999");
    legend()->setWidestValue(widest);
    legend()->setPossible({ { { tr("done"), {}, {} }, { tr("attempt %1").arg(99), {}, {}, Qt::DotLine },
        { tr("expected"), tr("%1 to %2").arg(widest, widest), {} },
        { tr("total"), {}, {}, Qt::DashLine } } });
    addChart(m_chart, 1);
    showValues(nullptr);
}

void StepsChart::clearSteps()
{
    m_steps.clear();
    m_failed.clear();
    m_expected.reset();
    m_earlier.reset();
    m_inAll.reset();
}

void StepsChart::setEarlier(const std::optional<StepsOverTime>& earlier)
{
    m_earlier = earlier;
}

void StepsChart::addSteps(qint64 time, const BuildProgress& progress)
{
    if (progress.preparing)
        return;
    m_inAll = progress.inAll;
    // The clock of the machine may have been put back meanwhile.
    if (!m_steps.isEmpty())
        time = std::max(time, m_steps.last().time);
    if (m_steps.isEmpty() || m_steps.last().done != progress.done || m_steps.last().total != progress.total)
        m_steps.append({ time, progress.done, progress.total });
    if (m_expected
        && (progress.done < m_expected->from.done || !isAlike(m_expected->from.total, progress.total)))
        m_expected.reset(); // ninja counts anew
    if (!m_expected && progress.remainingLow && progress.remainingHigh && progress.done > 0
        && progress.done < progress.total)
        m_expected = { m_steps.last(), progress.remainingLow->count(), progress.remainingHigh->count() };
}

// A build that goes on with what is there has less to do than the whole one before.
bool StepsChart::hasEarlier() const
{
    return m_earlier && !m_steps.isEmpty() && isAlike(m_earlier->points.last().done, m_steps.last().total);
}

// Steps cost much or little: from there on it goes as the earlier build did, in the time that was expected.
double StepsChart::reached(qint64 time, qint64 duration) const
{
    const Steps& from = m_expected->from;
    if (time < from.time)
        return std::nan("");
    const double share = time - from.time < duration ? double(time - from.time) / double(duration) : 1;
    const StepsOverTime::Point end = m_earlier->points.last();
    const qint64 begin = m_earlier->elapsedAt(from.done);
    const qint64 before = m_earlier->doneAt(begin);
    const qint64 done = m_earlier->doneAt(begin + qint64(share * double(end.elapsed - begin)));
    const auto left = double(from.total - from.done);
    return double(from.done)
        + (end.done > before ? double(done - before) * left / double(end.done - before) : share * left);
}

std::optional<qint64> StepsChart::earlierAt(qint64 time) const
{
    if (!hasEarlier() || time < m_steps.first().time)
        return std::nullopt;
    return m_earlier->doneAt(time - m_steps.first().time);
}

QString StepsChart::expectedAt(qint64 time) const
{
    if (!hasBand() || time < m_expected->from.time || earliestAt(time) < double(m_expected->from.done + 1))
        return {};
    const qint64 before = doneBefore(m_expected->from);
    const QString least = QLocale().toString(before + qint64(latestAt(time)));
    const QString most = QLocale().toString(before + qint64(earliestAt(time)));
    return least == most ? least : tr("%1 to %2").arg(least, most);
}

// Once all are done, whatever comes after them does not slow them down.
std::optional<double> StepsChart::rateAt(qint64 time, qint64 window) const
{
    if (!m_steps.isEmpty() && m_steps.last().done >= m_steps.last().total)
        time = std::min(time, m_steps.last().time);
    const auto now = at(time);
    const auto before = at(std::max(m_steps.isEmpty() ? time : m_steps.first().time, time - window));
    if (!now || !before || now->time <= before->time || !isAlike(now->total, before->total))
        return std::nullopt;
    const qint64 from = std::max(m_steps.first().time, time - window);
    constexpr qint64 leastWindow = 45'000; // many quick steps at the beginning say nothing of a minute
    return time - from >= leastWindow
        ? std::optional(double(now->done - before->done) * 60'000 / double(time - from))
        : std::nullopt;
}

void StepsChart::setFailed(QVector<qint64> times)
{
    m_failed = std::move(times);
    std::sort(m_failed.begin(), m_failed.end());
}

std::optional<StepsChart::Steps> StepsChart::at(qint64 time) const
{
    const bool isNewest = time >= m_newest && !m_steps.isEmpty();
    const auto after = isNewest ? m_steps.end()
                                : std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                    [](qint64 wanted, const Steps& steps) { return wanted < steps.time; });
    if (after == m_steps.begin())
        return std::nullopt;
    Steps steps = *(after - 1);
    // Those that this count has, not the ones that failed since.
    const auto failed = isNewest
        ? m_failed.size()
        : std::upper_bound(m_failed.begin(), m_failed.end(), steps.time) - m_failed.begin();
    steps.done = stepsDone(steps.done, failed);
    return steps;
}

void StepsChart::drawSeries(const SampleSeries& series, double)
{
    const ChartColours colours = ChartColours::of(palette());
    ChartSeries latest { tr("expected"), Qt::transparent, false, Qt::NoPen, {}, {} };
    ChartSeries earliest { tr("expected"), colours.expected, false, Qt::NoPen, {}, {}, true };
    ChartSeries done { tr("done"), colours.build, true, Qt::SolidLine, {}, {} };
    ChartSeries earlier { tr("earlier"), colours.earlier, false, Qt::DotLine, {}, {} };
    ChartSeries total { tr("total"), colours.limit, false, Qt::DashLine, {}, {} };
    double highest = 1;
    m_newest = series.isEmpty() ? 0 : series.samples().last().time;
    const double expectedFrom = m_expected ? double(doneBefore(m_expected->from)) : 0;
    for (const Sample& sample : series.samples()) {
        const auto steps = at(sample.time);
        for (ChartSeries* one : { &latest, &earliest, &done, &earlier, &total })
            one->keys.append(double(sample.elapsed) / 1000);
        latest.values.append(hasBand() ? expectedFrom + latestAt(sample.time) : std::nan(""));
        earliest.values.append(hasBand() ? expectedFrom + earliestAt(sample.time) : std::nan(""));
        const auto before = earlierAt(sample.time);
        earlier.values.append(before ? double(*before) : std::nan(""));
        const qint64 from = steps ? doneBefore(*steps) : 0;
        done.values.append(steps ? double(from + steps->done) : std::nan(""));
        total.values.append(steps ? double(from + steps->total) : std::nan(""));
        highest = std::max({ highest, steps ? double(from + steps->total) : 0, double(before.value_or(0)) });
    }
    const auto edgeOf = [&colours](ChartSeries edge) {
        edge.colour = colours.expectedEdge;
        edge.line = Qt::SolidLine;
        edge.isBand = false;
        edge.width = 1;
        return edge;
    };
    ChartSeries way = done;
    way.filled = false;
    done.colour.setAlpha(170); // the band below it shows through
    m_chart->setSeries({ latest, earliest, edgeOf(latest), edgeOf(earliest), done, way, earlier, total });
    m_chart->setValueRange(0, highest * 1.06);
}

// The last ones are left out where there is no room.
void StepsChart::showValues(const Sample* sample)
{
    const ChartColours colours = ChartColours::of(palette());
    const auto steps = sample ? at(sample->time) : std::nullopt;
    QString done = QStringLiteral("–");
    QString total = done;
    if (steps) {
        done = QLocale().toString(doneBefore(*steps) + steps->done);
        total = QLocale().toString(doneBefore(*steps) + steps->total);
    }
    QVector<ChartLegend::Entry> entries { { tr("done"), done, colours.build } };
    if (hasEarlier()) {
        const auto before = sample ? earlierAt(sample->time) : std::nullopt;
        entries.append({ tr("attempt %1").arg(m_earlier->number),
            before ? QLocale().toString(*before) : QStringLiteral("–"), colours.earlier, Qt::DotLine });
    }
    const QString expected = sample ? expectedAt(sample->time) : QString();
    if (hasBand())
        entries.append(
            { tr("expected"), expected.isEmpty() ? QStringLiteral("–") : expected, colours.expected });
    entries.append({ tr("total"), total, colours.limit, Qt::DashLine });
    legend()->setEntries(entries);
    legend()->setNote(sample ? rateNote(sample->time) : ChartLegend::Note());
}

// Of a build that has ended, of all of it: its last minutes say little.
ChartLegend::Note StepsChart::rateNote(qint64 time) const
{
    const bool isWhole = showsEnd() && !m_steps.isEmpty();
    const auto rate = isWhole ? rateAt(m_steps.last().time, m_steps.last().time) : rateAt(time);
    if (!rate)
        return {};
    const QString number = QLocale().toString(*rate, 'f', *rate < 10 ? 1 : 0);
    const QString words = isWhole ? tr("%1 a minute on average") : tr("%1 a minute");
    return { words.arg(number), tr("%1/min").arg(number) };
}

// The newest sample has them in any case, see at().
qsizetype StepsChart::pointsIn(const SampleSeries& series) const
{
    if (m_steps.isEmpty() || series.isEmpty())
        return 0;
    const auto known = std::count_if(series.samples().begin(), series.samples().end(),
        [this](const Sample& sample) { return sample.time >= m_steps.first().time; });
    return std::max<qsizetype>(1, known);
}

QString StepsChart::summary(const Sample& newest) const
{
    const auto steps = at(newest.time);
    const QLocale locale;
    if (!steps)
        return {};
    const qint64 from = doneBefore(*steps);
    QString text = tr("Steps: %1 of %2 are done.")
                       .arg(locale.toString(from + steps->done), locale.toString(from + steps->total));
    if (const auto rate = rateAt(newest.time))
        text += QLatin1Char(' ') + tr("%1 a minute.").arg(locale.toString(*rate, 'f', 1));
    if (const auto before = earlierAt(newest.time))
        text += QLatin1Char(' ')
            + tr("Attempt %1 had done %2 after the same time.")
                  .arg(m_earlier->number)
                  .arg(locale.toString(*before));
    if (const QString expected = expectedAt(newest.time); !expected.isEmpty())
        text += QLatin1Char(' ') + tr("Expected by then: %1.").arg(expected);
    return text;
}

}
