// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/StepTimes.h"

#include "core/knowledge/KnownEdges.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr double leastStep = 5; // milliseconds
// Two of eleven steps in a row that took far longer than the last time are enough to doubt history.
constexpr double doubtFades = 0.9;
constexpr double doubtFrom = 1.3;
constexpr double muchCached = 0.2; // of the steps of the last build
constexpr qsizetype enoughToTell = 20; // steps that the table knows

// From the widest to the narrowest. What generators and linkers take says nothing about compilers.
QStringList groupsOf(const QString& output, const QString& language)
{
    QStringList groups { language, folderKey(output, language) };
    if (isCompilation(language))
        groups.prepend(QString());
    return groups;
}

double languageGuess(const QString& language)
{
    if (language == QLatin1String("CUDA"))
        return 40;
    if (language == QLatin1String("C++"))
        return 6;
    if (language == QLatin1String("C"))
        return 0.6;
    return language == QLatin1String("link") ? 1 : 2;
}

}

bool isCompilation(const QString& language)
{
    return language != QLatin1String("link") && language != QLatin1String("other");
}

double StepTimes::tabled(const QString& output, const QString& language) const
{
    const auto asked = m_tabled.constFind(output);
    if (asked != m_tabled.cend())
        return *asked;
    return *m_tabled.insert(output, knownEdge(output, language).seconds);
}

double StepTimes::firstGuess(const QString& output, const QString& language) const
{
    const double known = tabled(output, language);
    return known > 0 ? known : languageGuess(language);
}

StepTimes::Basis StepTimes::basis(const QString& output, const QString& language) const
{
    if (isTimed(output))
        return Basis::Timed;
    return tabled(output, language) > 0 ? Basis::Tabled : Basis::Language;
}

void StepTimes::Comparison::add(
    const QString& output, const QString& language, double actual, double expected)
{
    for (const QString& key : groupsOf(output, language)) {
        m_sums[key].actual += actual;
        m_sums[key].expected += expected;
    }
}

// Each narrower group corrects the wider one as far as there is evidence.
double StepTimes::Comparison::ratio(
    const QString& output, const QString& language, double first, const Doubt& doubt) const
{
    double believed = first;
    for (const QString& key : groupsOf(output, language)) {
        const Sum found = m_sums.value(key);
        const double weight = key.isEmpty() ? doubt.all : doubt.narrower;
        believed = (found.actual + weight * believed) / (found.expected + weight);
    }
    return believed;
}

void StepTimes::addHistory(const EdgeTimes& times)
{
    if (!m_isDoubted && isMuchCached(times))
        doubtHistory();
    for (auto entry = times.cbegin(); entry != times.cend(); ++entry) {
        const QString& output = entry.key();
        if (m_history.contains(output))
            continue;
        const QString language = languageOfOutput(output);
        const double took = double(entry.value());
        const double first = 1000 * firstGuess(output, language);
        if (m_isDoubted && isCompilation(language) && wasHit(output, took, first)) {
            m_cachedBefore.insert(output);
            continue;
        }
        m_cachedBefore.remove(output);
        m_history.insert(output, entry.value());
        m_scale.add(output, language, took, first);
    }
}

// The newest time of each output tells how much the cache had.
bool StepTimes::wasHit(const QString& output, double took, double expected)
{
    if (!m_cachedBefore.contains(output))
        m_hitsBefore.add(took, expected);
    return CacheHits::isHit(took, expected);
}

// Of what the table knows. A few that take much less than it says may be nearly empty in this configuration,
// and a small build may have no others.
bool StepTimes::isMuchCached(const EdgeTimes& times) const
{
    qsizetype known = 0;
    qsizetype hits = 0;
    for (auto entry = times.cbegin(); entry != times.cend(); ++entry) {
        const QString language = languageOfOutput(entry.key());
        const double seconds = isCompilation(language) ? tabled(entry.key(), language) : 0;
        known += seconds > 0 ? 1 : 0;
        hits += CacheHits::isHit(double(entry.value()), 1000 * seconds) ? 1 : 0;
    }
    return known >= enoughToTell && double(hits) > muchCached * double(known);
}

bool StepTimes::makesDoubtful(const Learned& step)
{
    const auto before = m_history.constFind(step.output);
    if (before == m_history.cend() || !isCompilation(step.language))
        return false;
    m_farLonger *= doubtFades;
    m_farLonger += CacheHits::isHit(double(*before), step.actual) ? 1.0 : 0.0;
    return m_farLonger >= doubtFrom;
}

// What is left of history is what took as long as compiling does; what was learned is weighed again.
void StepTimes::doubtHistory()
{
    m_isDoubted = true;
    m_scale = {};
    addHistory(std::exchange(m_history, {}));
    const QVector<Learned> learned = std::exchange(m_learned, {});
    forget();
    for (const Learned& step : learned)
        weigh(step.output, step.language, step.actual);
}

void StepTimes::forget()
{
    m_known = {};
    m_new = {};
    m_cacheHits = {};
    m_worked = m_workedKnown = 0;
    m_learned.clear();
    m_farLonger = 0;
}

double StepTimes::leftAtBest() const
{
    if (!m_isCached)
        return 1.0;
    return m_cacheHits.isTold() ? m_cacheHits.best() : m_hitsBefore.usual();
}

double StepTimes::guess(const QString& output, const QString& language) const
{
    const double plain = 1000 * firstGuess(output, language);
    return m_history.isEmpty() ? plain : plain * m_scale.ratio(output, language, 1.0, doubtOfGuesses);
}

void StepTimes::learn(const QString& output, const QString& language, qint64 milliseconds)
{
    const Learned step { output, language, double(std::max<qint64>(0, milliseconds)) };
    if (!m_isDoubted) {
        m_learned.append(step);
        if (makesDoubtful(step))
            return doubtHistory(); // which weighs this one, too
    }
    weigh(step.output, step.language, step.actual);
}

void StepTimes::weigh(const QString& output, const QString& language, double actual)
{
    m_worked += actual;
    const auto before = m_history.constFind(output);
    if (before != m_history.cend())
        m_workedKnown += actual;
    // Where only the language is known, what is expected says too little.
    const bool isTold = basis(output, language) != Basis::Language || m_cachedBefore.contains(output);
    if (m_isCached && isCompilation(language) && isTold
        && m_cacheHits.add(actual, expected(output, language)))
        return;
    if (before != m_history.cend())
        m_known.add(output, language, actual, double(*before));
    else
        m_new.add(output, language, actual, guess(output, language));
}

double StepTimes::expected(const QString& output, const QString& language) const
{
    if (language.isEmpty())
        return 0;
    const double speed = m_known.ratio(output, language, 1.0, doubtOfHistory);
    if (const auto before = m_history.constFind(output); before != m_history.cend())
        return std::max(leastStep, double(*before) * speed);
    return std::max(
        leastStep, guess(output, language) * m_new.ratio(output, language, speed, doubtOfGuesses));
}

}
