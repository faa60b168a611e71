// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>
#include <utility>

namespace torchmason {

// The words of a text in small letters: "USE_MKLDNN" has two.
QStringList wordsOf(const QString& text);

// What was typed into the command palette. Every word of it must be found. The lower the rank, the better: a
// number that stands first, a whole word, the beginning of a word wherever it stands, beginnings of words one
// after the other ("shi" in "Show History"), the inside of a word. The word that fits worst counts, then all
// of them together.
class CommandQuery {
public:
    explicit CommandQuery(const QString& typed);

    bool isEmpty() const { return m_words.isEmpty(); }
    // `more`: words that are searched as well, but count less, and only their beginnings. None: not found.
    std::optional<int> rankOf(const QStringList& title, const QStringList& more) const;

    // Where the words stand in a title, at beginnings of its words first: places and lengths. Beginnings of
    // words one after the other are not told.
    QVector<std::pair<int, int>> placesIn(const QString& title) const;

private:
    QStringList m_words;
};

}
