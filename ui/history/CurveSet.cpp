// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/CurveSet.h"

#include "ui/charts/TimedChart.h"

#include <QLocale>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 longestHole = 10'000; // milliseconds: a busy machine measures late
constexpr int unmeasured = 400; // moments, where nobody measured

}

double CurveSet::endOf(qsizetype attempt) const
{
    const StepsOverTime& own = steps[attempt];
    const qint64 lastStep = own.points.isEmpty() ? 0 : own.begin + own.points.last().elapsed;
    const auto& curve = resources.curves[attempt];
    const qint64 lastSample = curve.isEmpty() ? 0 : curve.last().elapsed.value_or(0);
    return double(std::max(lastStep, lastSample)) / 1000;
}

QVector<double> CurveSet::momentsOf(qsizetype attempt) const
{
    QVector<double> moments;
    const double behindHole = double(longestHole + resources.step.count()) / 1000;
    for (const ResourcePoint& point : resources.curves[attempt]) {
        if (!point.elapsed)
            continue;
        const double moment = double(*point.elapsed) / 1000;
        if (!moments.isEmpty() && moment - moments.last() > behindHole)
            moments.append(moments.last() + behindHole);
        moments.append(moment);
    }
    const double end = endOf(attempt);
    for (int i = 0; resources.curves[attempt].isEmpty() && i < unmeasured; ++i)
        moments.append(end * i / unmeasured);
    if (!moments.isEmpty() && moments.last() < end)
        moments.append(end);
    return moments;
}

bool CurveSet::missesPeak(qsizetype attempt) const
{
    const auto& curve = resources.curves[attempt];
    const auto most = std::max_element(
        curve.begin(), curve.end(), [](const ResourcePoint& one, const ResourcePoint& other) {
            return one.buildMemory < other.buildMemory;
        });
    const auto drawn = most == curve.end() ? std::nullopt : most->buildMemory;
    const auto peak = resources.uses[attempt].peakMemory;
    return drawn && peak && formatBytes(*drawn) != formatBytes(*peak) && *drawn < *peak;
}

qsizetype CurveSet::pointsOf(Figure figure, qsizetype attempt) const
{
    const QVector<double> moments = momentsOf(attempt);
    return std::count_if(moments.begin(), moments.end(), [&](double second) {
        const auto value = valueAt(figure, attempt, second);
        return value && (figure != Memory || *value > 0); // 0: no process of the build was seen
    });
}

bool CurveSet::isTooShort(qsizetype attempt) const
{
    const auto& curve = resources.curves[attempt];
    const auto samples = std::count_if(
        curve.begin(), curve.end(), [](const ResourcePoint& point) { return point.elapsed.has_value(); });
    return samples > 0 && samples <= TimedChart::fewSamples
        && (pointsOf(Memory, attempt) < 2 || pointsOf(Cores, attempt) < 2);
}

QString CurveSet::text(Figure figure, const std::optional<double>& value)
{
    if (!value)
        return QStringLiteral("–");
    if (figure == Memory)
        return formatBytes(Bytes(*value));
    return figure == Cores ? QLocale().toString(*value, 'f', 1) : QLocale().toString(qint64(*value));
}

std::optional<double> CurveSet::valueAt(Figure figure, qsizetype attempt, double seconds) const
{
    if (figure == Steps) {
        const StepsOverTime& own = steps[attempt];
        const qint64 elapsed = qRound64(seconds * 1000) - own.begin;
        return own.points.isEmpty() || elapsed < 0 ? std::nullopt
                                                   : std::optional(double(own.doneAt(elapsed)));
    }
    const auto& curve = resources.curves[attempt];
    const qint64 step = resources.step.count();
    const qint64 place = qRound64(seconds * 1000) / step;
    const qint64 first = std::max<qint64>(0, place - longestHole / step);
    for (qint64 at = place; place < curve.size() && at >= first; --at) {
        if (figure == Cores && curve[at].cores)
            return curve[at].cores;
        if (figure == Memory && curve[at].buildMemory)
            return double(*curve[at].buildMemory);
    }
    return std::nullopt;
}

// The peak, the mean, all of them.
std::optional<double> CurveSet::wholeOf(Figure figure, qsizetype attempt) const
{
    const ResourceUse& use = resources.uses[attempt];
    if (figure == Cores)
        return use.meanCores;
    if (figure == Memory)
        return use.peakMemory ? std::optional(double(*use.peakMemory)) : std::nullopt;
    const StepsOverTime& own = steps[attempt];
    return own.points.isEmpty() ? std::nullopt : std::optional(double(own.points.last().done));
}

double CurveSet::end() const
{
    double end = 0;
    for (qsizetype attempt = 0; attempt < names.size(); ++attempt)
        end = std::max(end, endOf(attempt));
    return end;
}

}
