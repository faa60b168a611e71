// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CommandQuery.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

enum Rank { NumberFirst, Whole, Begins, Initials, Inside, None };
constexpr int lessThanTitles = 10; // added where only the words beside the title have it
constexpr int worstCounts = 1000; // as much as any number of words together

Rank rankIn(const QStringList& words, const QString& typed)
{
    Rank best = None;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const QString& word = words[at];
        const bool isNumber = at == 0 && word.front().isDigit(); // "4" is attempt 4
        const Rank rank = word == typed ? (isNumber ? NumberFirst : Whole)
            : word.startsWith(typed)    ? Begins
            : word.contains(typed)      ? Inside
                                        : None;
        best = std::min(best, rank);
    }
    return best;
}

// Whether the letters are beginnings of words that follow each other, each of at least one letter.
bool areInitials(const QStringList& words, qsizetype word, QStringView typed)
{
    if (typed.isEmpty())
        return true;
    if (word == words.size())
        return false;
    for (qsizetype length = 1; length <= std::min(typed.size(), words[word].size()); ++length) {
        if (!typed.startsWith(QStringView(words[word]).first(length)))
            break;
        if (areInitials(words, word + 1, typed.sliced(length)))
            return true;
    }
    return false;
}

bool hasInitials(const QStringList& words, const QString& typed)
{
    for (qsizetype word = 0; typed.size() > 1 && word + 1 < words.size(); ++word) {
        if (areInitials(words, word, typed))
            return true;
    }
    return false;
}

}

QStringList wordsOf(const QString& text)
{
    static const QRegularExpression between(QStringLiteral("[^\\p{L}\\p{N}]+"));
    return text.toLower().split(between, Qt::SkipEmptyParts);
}

CommandQuery::CommandQuery(const QString& typed)
    : m_words(wordsOf(typed))
{
}

std::optional<int> CommandQuery::rankOf(const QStringList& title, const QStringList& more) const
{
    int worst = 0;
    int all = 0;
    for (const QString& typed : m_words) {
        Rank rank = rankIn(title, typed);
        if (rank > Initials && hasInitials(title, typed))
            rank = Initials;
        int cost = rank;
        if (rank == None) {
            rank = rankIn(more, typed);
            cost = rank + lessThanTitles;
        }
        if (rank == None || (rank == Inside && cost > lessThanTitles))
            return std::nullopt;
        worst = std::max(worst, cost);
        all += cost;
    }
    return worst * worstCounts + std::min(all, worstCounts - 1);
}

QVector<std::pair<int, int>> CommandQuery::placesIn(const QString& title) const
{
    QVector<std::pair<int, int>> places;
    for (const QString& word : m_words) {
        const qsizetype first = title.indexOf(word, 0, Qt::CaseInsensitive);
        qsizetype at = first;
        while (at > 0 && title[at - 1].isLetterOrNumber())
            at = title.indexOf(word, at + 1, Qt::CaseInsensitive);
        if (first >= 0)
            places.append({ int(at >= 0 ? at : first), int(word.size()) });
    }
    return places;
}

}
