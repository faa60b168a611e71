// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/RemainingTime.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr qint64 minimumElapsed = 10000; // milliseconds
constexpr qint64 lateness = 200;
constexpr qint64 freshness = 2000; // an answer is good for so long
constexpr double minimumShare = 0.05;
// History must know this share of what was built until now, or of what is left.
constexpr double minimumKnown = 0.5;
constexpr double rateLow = 0.8;

// Share of the whole time that is behind us when the last tenth of the edges takes half of it.
double slowEndShare(double done)
{
    return done <= 0.9 ? done / 0.9 * 0.5 : 0.5 + (done - 0.9) / 0.1 * 0.5;
}

TimeRange milliseconds(double low, double high)
{
    return { Milliseconds(qint64(std::max(0.0, low))), Milliseconds(qint64(std::max(0.0, high))) };
}

}

void RemainingTime::setHistory(EdgeTimes times, const QString& from)
{
    m_from = from;
    m_times.addHistory(times);
}

void RemainingTime::setJobs(int jobs)
{
    if (jobs != m_jobs)
        m_leftDone = -1;
    m_jobs = jobs;
}

void RemainingTime::startAfresh(qint64 now)
{
    m_isStarted = true;
    m_start = now;
    m_firstSeen = now;
    m_lastChange = now;
    m_times.forget();
    m_ended.clear();
    m_mostRunning = 0;
    m_left.reset();
    m_leftDone = -1;
    takeSteps();
}

void RemainingTime::takeSteps()
{
    m_steps = m_look ? m_look() : StepsLeft {};
    m_nodes.clear();
    for (int node = 0; node < m_steps.graph.nodes.size(); ++node)
        m_nodes.insert(m_steps.graph.nodes[node].output, node);
    addEarlier();
}

std::optional<qint64> RemainingTime::stepsInAll() const
{
    const int steps = m_steps.graph.steps();
    return steps > 0 ? std::optional<qint64>(steps) : std::nullopt;
}

void RemainingTime::addEarlier()
{
    if (!m_earlier || m_askedEarlier)
        return;
    int missing = 0;
    int known = 0;
    for (int node = 0; node < m_steps.graph.nodes.size(); ++node) {
        if (m_steps.isThere[node] || m_steps.graph.nodes[node].language.isEmpty())
            continue;
        ++missing;
        known += m_times.isTimed(m_steps.graph.nodes[node].output) ? 1 : 0;
    }
    if (missing > 0 && known > 0.9 * missing)
        return;
    m_askedEarlier = true;
    const QString from = addBuilds(m_earlier());
    if (!from.isEmpty() && (m_from.isEmpty() || 2 * known < missing))
        m_from = from;
}

// Answers which of them tells most.
QString RemainingTime::addBuilds(const QVector<TimedBuild>& builds)
{
    QString from;
    qsizetype most = 0;
    for (const TimedBuild& build : builds) {
        const qsizetype before = m_times.history().size();
        m_times.addHistory(build.times);
        const qsizetype added = m_times.history().size() - before;
        if (added > most) {
            most = added;
            from = build.name;
        }
    }
    return from;
}

void RemainingTime::setProgress(qint64 done, qint64 total, qint64 now, qint64 running)
{
    const bool countsAnew = !m_isStarted || done < m_done || (m_isPreparing && total > m_total);
    if (countsAnew)
        startAfresh(now);
    if (countsAnew || total != m_total) {
        const int missing = m_steps.missing();
        m_isPreparing = missing > 0 && 2 * total < missing && total <= m_steps.preparation.steps() + 1;
    }
    if (done != m_done || total != m_total)
        m_lastChange = std::max(m_lastChange, now);
    m_done = done;
    m_total = total;
    m_mostRunning = std::max(m_mostRunning, running);
}

void RemainingTime::addEdge(const EdgeRecord& edge)
{
    if (!m_isStarted)
        startAfresh(edge.start);
    // An edge of the count before, told late.
    if (edge.end < m_firstSeen - lateness)
        return;
    // The first status line comes when the first edge has ended, so the beginning is learned afterwards.
    m_start = std::min(m_start, edge.start);
    m_lastChange = std::max(m_lastChange, edge.end);
    m_running.remove(edge.output);
    m_ended.insert(edge.output);
    const auto node = m_nodes.constFind(edge.output);
    m_times.learn(edge.output, node == m_nodes.cend() ? edge.language : m_steps.graph.nodes[*node].language,
        worked(edge.start, edge.end));
}

void RemainingTime::setRunning(const QVector<RunningEdge>& edges, qint64 now)
{
    m_running.clear();
    for (const RunningEdge& edge : edges) {
        if (!edge.output.isEmpty() && !m_ended.contains(edge.output))
            m_running.insert(edge.output, now - std::max<qint64>(0, edge.age.count()));
    }
}

void RemainingTime::addPause(qint64 from, qint64 to)
{
    if (to > from)
        m_pauses.append({ from, to });
}

// Without the pauses between.
qint64 RemainingTime::worked(qint64 from, qint64 to) const
{
    qint64 time = to - from;
    for (const auto& [begin, end] : m_pauses)
        time -= std::max<qint64>(0, std::min(end, to) - std::max(begin, from));
    return std::max<qint64>(0, time);
}

int RemainingTime::jobsAtATime() const
{
    if (m_jobs > 0)
        return m_jobs;
    return int(std::max<qint64>({ 1, m_mostRunning, m_running.size() }));
}

// Milliseconds that it has run; negative where it does not.
double RemainingTime::age(const QString& output, qint64 now) const
{
    const auto began = m_running.constFind(output);
    return began == m_running.cend() ? -1.0 : double(worked(*began, now));
}

void RemainingTime::count(
    Left& left, const QString& output, const QString& language, double milliseconds) const
{
    ++left.steps[language];
    left.work[language] += milliseconds;
    if (isCompilation(language))
        left.compiled += milliseconds;
    const StepTimes::Basis basis = m_times.basis(output, language);
    if (basis == StepTimes::Basis::Timed)
        left.known += milliseconds;
    else if (!m_times.hasLearned(language))
        left.unseen += milliseconds;
    if (basis == StepTimes::Basis::Tabled)
        left.tabled += milliseconds;
}

std::optional<RemainingTime::Left> RemainingTime::fromGraph(qint64 now) const
{
    const BuildGraph& graph = m_steps.graph;
    if (graph.nodes.isEmpty())
        return std::nullopt;
    Left left;
    WorkLeft work;
    work.left.resize(graph.nodes.size());
    work.isDone.resize(graph.nodes.size());
    work.isRunning.resize(graph.nodes.size());
    double all = 0;
    double ofThere = 0;
    qint64 there = 0;
    qint64 steps = 0;
    for (int node = 0; node < graph.nodes.size(); ++node) {
        const auto& [output, language, before, pool] = graph.nodes[node];
        if (language.isEmpty())
            continue;
        const double ran = age(output, now);
        const double expected = m_times.expected(output, language);
        work.isRunning[node] = ran >= 0;
        work.isDone[node] = ran < 0 && (m_steps.isThere[node] || m_ended.contains(output));
        if (work.isDone[node]) {
            if (!m_ended.contains(output)) {
                ofThere += expected;
                ++there;
            }
            continue;
        }
        // What takes longer than expected takes longer yet, the more so where little is known of it.
        const double least = m_times.isTimed(output) ? 0.1 : 0.5;
        work.left[node] = ran < 0 ? expected : std::max(expected - ran, least * std::max(expected, ran));
        left.longestStep = std::max(left.longestStep, work.left[node]);
        all += work.left[node];
        ++steps;
        count(left, output, language, work.left[node]);
    }
    const ScheduleEnd end = playSchedule(graph, work, jobsAtATime(), m_steps.order);
    left.milliseconds = end.milliseconds;
    left.longestWay = end.longestWay;
    left.known = all > 0 ? left.known / all : 1.0;
    left.tabled = all > 0 ? left.tabled / all : 0.0;
    left.compiled = all > 0 ? left.compiled / all : 0.0;
    left.unseen = all > 0 ? left.unseen / all : 0.0;
    if (m_isPreparing)
        return left;
    // Ninja knows better how many there are, though not which.
    const qint64 told = m_total - m_done;
    if (told < steps)
        left.milliseconds *= double(told) / double(steps);
    else if (told > steps && there > 0)
        left.milliseconds += double(told - steps) * ofThere / double(there) / jobsAtATime();
    return left;
}

// Without dependencies. Which of the outputs in history this build makes is not known, only how many are
// left.
std::optional<RemainingTime::Left> RemainingTime::fromHistory(qint64 now) const
{
    if (m_times.workedKnown() <= 0 || m_times.workedKnown() < minimumKnown * m_times.worked())
        return std::nullopt;
    Left left;
    double known = 0;
    for (auto entry = m_times.history().cbegin(); entry != m_times.history().cend(); ++entry) {
        if (m_ended.contains(entry.key()))
            continue;
        const QString language = languageOfOutput(entry.key());
        const double expected = m_times.expected(entry.key(), language);
        known += expected;
        count(left, entry.key(), language, expected);
    }
    const double edgesLeft = double(m_total - m_done);
    const double edgesKnown = double(m_times.history().size() - m_ended.size());
    const double mean
        = edgesKnown > 0 ? known / edgesKnown : m_times.worked() / double(std::max<qint64>(1, m_done));
    const double work
        = edgesKnown <= edgesLeft ? known + (edgesLeft - std::max(0.0, edgesKnown)) * mean : edgesLeft * mean;
    const double elapsed
        = double(std::max<qint64>(1, worked(m_start, std::max(m_lastChange, now - freshness))));
    left.milliseconds = work / std::max(0.5, m_times.worked() / elapsed);
    left.known = 1.0;
    left.compiled = known > 0 ? left.compiled / known : 0.0;
    left.tabled = left.unseen = 0.0;
    left.steps.clear();
    return left;
}

TimeRange RemainingTime::fromRate(qint64 elapsed) const
{
    const double share = double(m_done) / double(m_total);
    const double even = double(elapsed) * (1.0 - share) / share;
    const double slowEnd = double(elapsed) * (1.0 - slowEndShare(share)) / slowEndShare(share);
    return milliseconds(rateLow * even, slowEnd);
}

// The more was timed before, and the more of this build is behind us, the narrower; the wider, the less is
// known of how much of the rest a compiler cache has.
TimeRange RemainingTime::around(const Left& left) const
{
    const double share = m_total > 0 ? double(m_done) / double(m_total) : 0.0;
    const double unknown = std::max(0.0, 1.0 - left.known - left.tabled);
    const double width = 0.15 - 0.03 * share;
    const double low = 1.0 - width - 0.12 * left.tabled - 0.3 * unknown;
    const double high = 1.0 + width + 0.22 * left.tabled + 0.6 * unknown + left.unseen;
    const double best = 1.0 - left.compiled * (1.0 - m_times.leftAtBest());
    const double worst = 1.0 - left.compiled * (1.0 - m_times.cacheHits().worst(share));
    return milliseconds(best * low * left.milliseconds, worst * high * left.milliseconds);
}

std::optional<TimeRange> RemainingTime::range(qint64 now) const
{
    if (m_total <= 0 || !m_isStarted)
        return std::nullopt;
    if (m_done >= m_total && !m_isPreparing)
        return TimeRange {};
    const bool isStale = m_leftDone != m_done || now - m_leftAt >= freshness || now < m_leftAt;
    if (isStale && (m_leftDone < 0 || now - m_leftAt >= freshness / 4 || now < m_leftAt))
        reckon(now, m_running.isEmpty() ? m_lastChange : now);
    if (m_left && now - m_leftAt >= around(*m_left).high.count())
        reckon(now, now); // it has run out, and there is more to do
    const bool isSure = m_left && m_left->known >= minimumKnown;
    const bool isEarly = now - m_start < minimumElapsed || double(m_done) < minimumShare * double(m_total);
    const qint64 elapsed = worked(m_start, m_lastChange);
    if (!isSure && (isEarly || m_isPreparing || elapsed <= 0))
        return std::nullopt;
    TimeRange range = m_left ? around(*m_left) : fromRate(elapsed);
    // What is left counts from when it was asked for; until the next time it runs down.
    const Milliseconds since(std::max<qint64>(0, now - (m_left ? m_leftAt : m_lastChange)));
    range.low = std::max(Milliseconds(0), range.low - since);
    range.high = std::max(range.low, range.high - since);
    return range.high > Milliseconds(0) ? std::optional(range) : std::nullopt;
}

void RemainingTime::reckon(qint64 now, qint64 since) const
{
    m_left = fromGraph(now);
    if (!m_left)
        m_left = fromHistory(now);
    m_leftAt = since;
    m_leftDone = m_done;
}

// "13 steps left, among them 9 C++": the kinds that take most of the time. How many there are ninja knows
// better; of which kind, the reckoning.
QString RemainingTime::stepsText() const
{
    QStringList languages = m_left ? m_left->steps.keys() : QStringList();
    std::sort(languages.begin(), languages.end(),
        [this](const QString& a, const QString& b) { return m_left->work[a] > m_left->work[b]; });
    qint64 all = 0;
    for (const QString& language : std::as_const(languages))
        all += m_left->steps[language];
    const qint64 left = m_isPreparing && all > 0 ? all : std::max<qint64>(all > 0 ? 1 : 0, m_total - m_done);
    QStringList kinds;
    qint64 rest = left;
    for (const QString& language : std::as_const(languages)) {
        const bool isSmall = m_left->work[language] * 10 < m_left->work[languages.first()];
        if (rest == 0 || kinds.size() == 2 || (!kinds.isEmpty() && isSmall))
            break;
        const qint64 steps = languages.size() == 1 ? rest : std::min<qint64>(m_left->steps[language], rest);
        rest -= steps;
        kinds << QStringLiteral("%1 %2").arg(steps).arg(language);
    }
    const QString steps = left == 1 ? QStringLiteral("step left") : QStringLiteral("steps left");
    const QString names = kinds.join(QStringLiteral(" and "));
    return rest == 0 && !kinds.isEmpty() ? QStringLiteral("%1 %2").arg(names, steps)
        : kinds.isEmpty()                ? QStringLiteral("%1 %2").arg(left).arg(steps)
                                         : QStringLiteral("%1 %2, among them %3").arg(left).arg(steps, names);
}

QString RemainingTime::reason() const
{
    QString text = stepsText();
    if (!text.endsWith(QLatin1String("step left")))
        text += QStringLiteral(", %1 at a time").arg(jobsAtATime());
    const bool isOneWay = m_left && m_left->longestWay > 0.9 * m_left->milliseconds;
    if (isOneWay && m_left->longestStep < 0.9 * m_left->longestWay)
        text += QStringLiteral("; they wait for one another");
    constexpr double worthTelling = 0.8;
    const bool mayBeCached = m_left && m_left->compiled > 0 && m_times.leftAtBest() < worthTelling;
    return text + basisText()
        + (mayBeCached ? QStringLiteral("; a compiler cache may have many of them, or few") : QString());
}

// Where the times are from.
QString RemainingTime::basisText() const
{
    const double known = m_left ? m_left->known : 0.0;
    const QString from = m_from.isEmpty() ? QStringLiteral("the last build of this folder") : m_from;
    if (known >= 0.8)
        return QStringLiteral("; times from %1").arg(from);
    if (known >= 0.2)
        return QStringLiteral("; times of %1 % of them from %2").arg(qRound(known * 100)).arg(from);
    const bool isTabled = m_left && m_left->tabled >= 0.8;
    return (m_times.hasCachedHistory() ? QStringLiteral("; the last build came from a compiler cache")
                                       : QStringLiteral("; first build of this tree"))
        + (isTabled ? QStringLiteral(": times from other machines")
                    : QStringLiteral(", so the range is wide"));
}

}
