// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/SimilarCases.h"

#include "core/knowledge/KnowledgeFile.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace torchmason {

namespace {

// Measured with cases that are not in the collection (tests/corpus/README.md): below, the same words often
// have another cause, and lines of few frequent words say nothing.
constexpr double nearEnough = 0.85;
constexpr double leastWeight = 20;

// Words that say something about the failure: no folders, no numbers, no file endings. Codes such as LNK2019
// are words.
QSet<QString> wordsOf(const QString& line)
{
    static const QRegularExpression folders(QStringLiteral("(?:[A-Za-z]:)?(?:[\\w.+~-]*[/\\\\])+"));
    static const QRegularExpression word(QStringLiteral("[a-z_][a-z_]{2,}|\\b(?:c|lnk|msb|d)\\d{4}\\b"));
    QSet<QString> words;
    auto matches = word.globalMatch(QString(line).replace(folders, QStringLiteral(" ")).toLower());
    while (matches.hasNext())
        words.insert(matches.next().captured());
    return words;
}

}

Result<SimilarCases> SimilarCases::load()
{
    const auto document = readKnowledge(QStringLiteral("cases.json"));
    return document ? fromJson(*document) : Result<SimilarCases>(document.error());
}

Result<SimilarCases> SimilarCases::fromJson(const Json& document)
{
    SimilarCases cases;
    QVector<QSet<QString>> words;
    const auto read = forEachRow(document, "cases", [&](JsonReader& row) {
        words.append(wordsOf(row.string("line")));
        for (const QString& word : std::as_const(words).last())
            cases.m_casesOf[word].append(cases.m_cases.size());
        cases.m_cases.append(
            { { row.string("cause"), row.string("solution", {}), row.string("url"), 0 }, 0 });
    });
    if (!read)
        return read.error();
    for (qsizetype index = 0; index < words.size(); ++index)
        cases.m_cases[index].weight = cases.weightOf(words[index]);
    return cases;
}

// Rare words weigh more: the logarithm of how many cases there are for each that has the word.
double SimilarCases::weightOf(const QString& word) const
{
    return std::log(double(m_cases.size() + 1) / (m_casesOf.value(word).size() + 1));
}

double SimilarCases::weightOf(const QSet<QString>& words) const
{
    return std::accumulate(words.begin(), words.end(), 0.0,
        [this](double sum, const QString& word) { return sum + weightOf(word); });
}

QVector<SimilarCase> SimilarCases::nearest(const QString& errorLine, int most) const
{
    const QSet<QString> words = wordsOf(errorLine);
    const double weight = weightOf(words);
    QVector<SimilarCase> found;
    if (weight < leastWeight)
        return found;
    QVector<double> common(m_cases.size(), 0);
    for (const QString& word : words) {
        const double weightOfWord = weightOf(word);
        for (const qsizetype index : m_casesOf.value(word))
            common[index] += weightOfWord;
    }
    for (qsizetype index = 0; index < m_cases.size(); ++index) {
        const double whole = std::sqrt(weight * m_cases[index].weight);
        if (whole <= 0 || common[index] / whole < nearEnough)
            continue;
        found.append(m_cases[index].told);
        found.last().similarity = common[index] / whole;
    }
    std::stable_sort(found.begin(), found.end(),
        [](const SimilarCase& a, const SimilarCase& b) { return a.similarity > b.similarity; });
    return found.mid(0, most);
}

}
