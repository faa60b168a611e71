// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QVector>

#include <algorithm>
#include <array>
#include <vector>

namespace torchmason {

// Finds any of many fixed texts in one pass over the bytes, ASCII letters of either case (Aho-Corasick
// with a complete transition table: one load and one compare a byte). It stands before every regular
// expression, so that plain lines cost next to nothing, and it finds secrets in what programs print.
// It never changes once it is made, so threads may share it.
class LiteralScanner {
public:
    LiteralScanner() = default;
    explicit LiteralScanner(const QVector<QByteArray>& literals);

    bool isEmpty() const { return m_table.empty(); }

    // Calls found(index, end) for every place where a literal ends, `end` being the offset of its last
    // byte; the same index may come more than once.
    template <typename Found> void scan(QByteArrayView text, Found found) const
    {
        if (isEmpty())
            return;
        State state = start;
        for (qsizetype at = 0; at < text.size(); ++at) {
            state = next(state, uchar(text[at]));
            if (isHit(state)) {
                for (const int index : hits(state))
                    found(index, at);
            }
        }
    }

    // Whether one of them that `counts(index)` is in `text`.
    template <typename Counts> bool isIn(QByteArrayView text, Counts counts) const
    {
        State state = start;
        return !isEmpty() && std::any_of(text.begin(), text.end(), [&](char byte) {
            state = next(state, uchar(byte));
            return isHit(state) && std::any_of(hits(state).begin(), hits(state).end(), counts);
        });
    }

    // The same byte by byte, for streams. Not for an empty scanner.
    using State = quint32;
    static constexpr State start = 0;
    State next(State state, uchar byte) const { return m_table[state + m_classes[byte]]; }
    bool isHit(State state) const { return state >= m_firstHit; }
    // The literals that end with the last byte, the longest first; only of a state that is a hit.
    const std::vector<int>& hits(State state) const { return m_hits[(state - m_firstHit) / m_classCount]; }
    // How many of the last bytes could be the beginning of a literal.
    int depth(State state) const { return m_depths[state / m_classCount]; }

private:
    struct Trie;

    void classify(const QVector<QByteArray>& literals);
    void takeOver(Trie& trie);

    std::array<quint8, 256> m_classes {}; // byte -> column of the table; 0: in no literal
    std::vector<State> m_table; // state (already times m_classCount) + column -> state
    quint32 m_classCount = 1;
    State m_firstHit = 0; // states from here on end at least one literal
    std::vector<std::vector<int>> m_hits;
    std::vector<int> m_depths;
};

}
