// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/StepTimes.h"

#include "core/knowledge/KnownEdges.h"

#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

constexpr double leastStep = 5; // milliseconds

QString folderOf(const QString& output, const QString& language)
{
    return language + QLatin1Char('\n') + output.left(output.lastIndexOf(QLatin1Char('/')));
}

// From the widest to the narrowest. What generators and linkers take says nothing about compilers.
QStringList groupsOf(const QString& output, const QString& language)
{
    QStringList groups { language, folderOf(output, language) };
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
    for (auto entry = times.cbegin(); entry != times.cend(); ++entry) {
        if (m_history.contains(entry.key()))
            continue;
        m_history.insert(entry.key(), entry.value());
        const QString language = languageOfOutput(entry.key());
        m_scale.add(entry.key(), language, double(entry.value()), 1000 * firstGuess(entry.key(), language));
    }
}

void StepTimes::forget()
{
    m_known = {};
    m_new = {};
    m_cacheHits = {};
    m_worked = m_workedKnown = 0;
}

double StepTimes::guess(const QString& output, const QString& language) const
{
    const double plain = 1000 * firstGuess(output, language);
    return m_history.isEmpty() ? plain : plain * m_scale.ratio(output, language, 1.0, doubtOfGuesses);
}

void StepTimes::learn(const QString& output, const QString& language, qint64 milliseconds)
{
    const double actual = double(std::max<qint64>(0, milliseconds));
    m_worked += actual;
    const auto before = m_history.constFind(output);
    if (before != m_history.cend())
        m_workedKnown += actual;
    // Where only the language is known, what is expected says too little.
    if (m_isCached && isCompilation(language) && basis(output, language) != Basis::Language
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
