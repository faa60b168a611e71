// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QVector>

#include <array>
#include <cstdint>
#include <vector>

namespace torchmason {

// Many byte strings that are looked for at the same time, one step per byte (Aho and Corasick's automaton).
// Letters of ASCII match in either case. Words are needles that may be part of other text, too: they count
// where they stand alone and exactly so. Never changes once it is made, so threads may share it.
class NeedleSet {
public:
    // The important ones first: what would make it larger than about 50 MB is left out.
    explicit NeedleSet(const QVector<QByteArray>& needles, const QVector<QByteArray>& words = {});

    static constexpr int start = 0;
    int next(int state, uchar byte) const
    {
        return m_next[size_t(state) * size_t(m_classes) + m_classOf[byte]];
    }
    // How many of the last bytes could be the beginning of a needle.
    int depth(int state) const { return m_depth[size_t(state)]; }
    // The length of the longest needle that ends here; 0 where none does.
    int matched(int state) const { return m_matched[size_t(state)]; }
    // The same of words, in either case: ask isWord() as well.
    int matchedWord(int state) const { return m_matchedWord[size_t(state)]; }
    bool isWord(const QByteArray& bytes) const { return m_words.contains(bytes); }
    // Whether no needle begins with this byte.
    bool isDull(uchar byte) const { return m_classOf[byte] == 0 || next(start, byte) == start; }
    int leftOut() const { return m_leftOut; }

private:
    void classify(const QVector<QByteArray>& needles);
    bool insert(const QByteArray& needle, std::vector<int>& matched);
    void connect();
    int addState(int depth);

    std::array<uint16_t, 256> m_classOf {}; // 0: a byte that is in no needle
    int m_classes = 1;
    std::vector<int> m_next; // by state and class
    std::vector<int> m_depth;
    std::vector<int> m_matched;
    std::vector<int> m_matchedWord;
    QSet<QByteArray> m_words;
    int m_leftOut = 0;
};

}
