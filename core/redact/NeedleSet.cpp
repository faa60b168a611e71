// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/NeedleSet.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr size_t mostCells = 12'000'000;
constexpr int nowhere = -1;

bool isUpper(int byte)
{
    return byte >= 'A' && byte <= 'Z';
}

}

NeedleSet::NeedleSet(const QVector<QByteArray>& needles, const QVector<QByteArray>& words)
    : m_words(words.begin(), words.end())
{
    classify(words + needles);
    addState(0);
    for (const QByteArray& word : words)
        m_leftOut += !insert(word, m_matchedWord);
    for (const QByteArray& needle : needles)
        m_leftOut += !insert(needle, m_matched);
    connect();
}

void NeedleSet::classify(const QVector<QByteArray>& needles)
{
    for (const QByteArray& needle : needles) {
        for (const char byte : needle) {
            const int small = isUpper(uchar(byte)) ? uchar(byte) + 'a' - 'A' : uchar(byte);
            if (m_classOf[size_t(small)] == 0)
                m_classOf[size_t(small)] = uint16_t(m_classes++);
        }
    }
    for (int byte = 'A'; byte <= 'Z'; ++byte)
        m_classOf[size_t(byte)] = m_classOf[size_t(byte + 'a' - 'A')];
}

int NeedleSet::addState(int depth)
{
    m_next.insert(m_next.end(), size_t(m_classes), nowhere);
    m_depth.push_back(depth);
    m_matched.push_back(0);
    m_matchedWord.push_back(0);
    return int(m_depth.size()) - 1;
}

bool NeedleSet::insert(const QByteArray& needle, std::vector<int>& matched)
{
    if (m_next.size() + size_t(needle.size()) * size_t(m_classes) > mostCells)
        return false;
    int state = start;
    for (const char byte : needle) {
        const size_t cell = size_t(state) * size_t(m_classes) + m_classOf[uchar(byte)];
        if (m_next[cell] == nowhere) {
            const int added = addState(m_depth[size_t(state)] + 1);
            m_next[cell] = added;
        }
        state = m_next[cell];
    }
    if (state != start)
        matched[size_t(state)] = int(needle.size());
    return true;
}

// Breadth first: where a state has no way on, it goes on as the longest shorter beginning would.
void NeedleSet::connect()
{
    std::vector<int> fallback(m_depth.size(), start);
    std::vector<int> order { start };
    for (size_t index = 0; index < order.size(); ++index) {
        const int state = order[index];
        const int shorter = fallback[size_t(state)];
        m_matched[size_t(state)] = std::max(m_matched[size_t(state)], m_matched[size_t(shorter)]);
        m_matchedWord[size_t(state)] = std::max(m_matchedWord[size_t(state)], m_matchedWord[size_t(shorter)]);
        for (int kind = 0; kind < m_classes; ++kind) {
            int& way = m_next[size_t(state) * size_t(m_classes) + size_t(kind)];
            const int detour
                = state == start ? start : m_next[size_t(shorter) * size_t(m_classes) + size_t(kind)];
            if (way == nowhere) {
                way = detour;
            } else {
                fallback[size_t(way)] = detour;
                order.push_back(way);
            }
        }
    }
}

}
