// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogTimes.h"

#include "core/store/AttemptLines.h"
#include "core/store/StageStanding.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 dayMilliseconds = 24 * 3600 * 1000;

qint64 between(qint64 from, qint64 to, double share)
{
    return from + qint64(double(to - from) * share);
}

}

void LogTimes::read(const QVector<Sample>& samples, const QVector<StageResult>& stages)
{
    *this = {};
    for (const Sample& sample : samples) {
        if (sample.stage.isEmpty())
            continue;
        QVector<Point>& ofStage = m_ofStage[sample.stage];
        const StageResult* result = stageNamed(stages, sample.stage);
        if (ofStage.isEmpty() && result && result->startedAt) {
            const qint64 before = std::max<qint64>(0, sample.time - *result->startedAt);
            ofStage.append(
                { sample.stage, 0, { sample.time - before, std::max<qint64>(0, sample.elapsed - before) } });
            m_points.append(ofStage.last());
        }
        ofStage.append({ sample.stage, sample.logOffset, { sample.time, sample.elapsed } });
        m_points.append(ofStage.last());
    }
    for (const StageResult& stage : stages) {
        if (!stage.startedAt || !stage.duration || !m_ofStage.contains(stage.id))
            continue;
        const LogMoment& last = m_ofStage[stage.id].last().moment;
        const qint64 end = std::max(last.time, *stage.startedAt + stage.duration->count());
        m_ends.insert(stage.id, { end, last.elapsed + end - last.time });
    }
}

std::optional<LogMoment> LogTimes::at(const QString& stage, qint64 offset) const
{
    const auto points = m_ofStage.constFind(stage);
    if (points == m_ofStage.constEnd())
        return std::nullopt;
    // The first sample that has a byte of the line, and the last one that has none.
    const auto after = std::upper_bound(points->begin(), points->end(), offset,
        [](qint64 wanted, const Point& point) { return wanted < point.offset; });
    if (after == points->end() && m_ends.contains(stage))
        return m_ends.value(stage);
    if (after == points->begin() || after == points->end())
        return std::nullopt;
    const Point& before = *(after - 1);
    const double share = double(offset - before.offset) / double(after->offset - before.offset);
    return LogMoment { between(before.moment.time, after->moment.time, share),
        between(before.moment.elapsed, after->moment.elapsed, share) };
}

std::optional<LogPlace> LogTimes::placeAtElapsed(qint64 elapsed) const
{
    if (m_points.isEmpty() || elapsed > m_points.last().moment.elapsed)
        return std::nullopt;
    const auto after = std::lower_bound(m_points.begin(), m_points.end(), elapsed,
        [](const Point& point, qint64 wanted) { return point.moment.elapsed < wanted; });
    if (after == m_points.begin())
        return LogPlace { after->stage, 0 };
    const Point& before = *(after - 1);
    const qint64 length = after->moment.elapsed - before.moment.elapsed;
    if (before.stage != after->stage || length <= 0)
        return LogPlace { after->stage, after->offset };
    const double share = double(elapsed - before.moment.elapsed) / double(length);
    return LogPlace { after->stage, between(before.offset, after->offset, share) };
}

std::optional<LogPlace> LogTimes::placeAtClock(qint64 timeOfDay) const
{
    if (m_points.isEmpty())
        return std::nullopt;
    const LogMoment first = m_points.first().moment;
    const QDateTime start = QDateTime::fromMSecsSinceEpoch(first.time);
    qint64 later = timeOfDay - start.time().msecsSinceStartOfDay();
    if (later <= -1000) // a gutter shows whole seconds: the first one is not yesterday's
        later += dayMilliseconds;
    return placeAtElapsed(first.elapsed + std::max<qint64>(0, later));
}

std::optional<LogGoal> logGoal(const QString& typed)
{
    static const QRegularExpression line(QStringLiteral("^\\d{1,12}$"));
    // "12:34", "1:12:34", "@14:05:09"
    static const QRegularExpression time(QStringLiteral("^(@?)(?:(\\d{1,3}):)?(\\d{1,3}):(\\d{2})$"));
    QString text = typed.simplified();
    text.remove(QLatin1Char(' ')).remove(QLatin1Char(','));
    if (line.match(text).hasMatch())
        return LogGoal { LogGoal::Kind::Line, std::max<qint64>(1, text.toLongLong()) };
    const auto match = time.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const bool isClock = !match.captured(1).isEmpty();
    const bool hasThree = !match.captured(2).isEmpty();
    const qint64 first = match.captured(2).toLongLong();
    const qint64 second = match.captured(3).toLongLong();
    const qint64 third = match.captured(4).toLongLong();
    if (isClock && !hasThree)
        return LogGoal { LogGoal::Kind::Clock, (second * 3600 + third * 60) * 1000 };
    return LogGoal { isClock ? LogGoal::Kind::Clock : LogGoal::Kind::Elapsed,
        (first * 3600 + second * 60 + third) * 1000 };
}

std::optional<LogPlace> placeOf(const LogGoal& goal, const LogTimes& times)
{
    if (goal.kind == LogGoal::Kind::Clock)
        return times.placeAtClock(goal.value);
    const auto place = times.placeAtElapsed(goal.value);
    return place ? place : times.placeAtClock(goal.value);
}

}
