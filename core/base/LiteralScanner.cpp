// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/LiteralScanner.h"

#include "core/base/Ascii.h"

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr quint32 nowhere = ~quint32(0);

}

// The tree of all beginnings of literals, in the order in which they came.
struct LiteralScanner::Trie {
    size_t classCount;
    std::vector<quint32> next; // by node and class
    std::vector<int> depths;
    std::vector<std::vector<int>> hits;

    quint32 addNode(int depth)
    {
        next.insert(next.end(), classCount, nowhere);
        depths.push_back(depth);
        hits.emplace_back();
        return quint32(depths.size() - 1);
    }

    void add(const QByteArray& literal, int index, const std::array<quint8, 256>& classes)
    {
        quint32 node = 0;
        for (const char c : literal) {
            const size_t cell = node * classCount + classes[uchar(c)];
            if (next[cell] == nowhere) {
                const quint32 added = addNode(depths[node] + 1);
                next[cell] = added;
            }
            node = next[cell];
        }
        if (node != 0)
            hits[node].push_back(index);
    }

    // Where a node has no way on, it goes on as the longest shorter beginning would. Breadth first, so that
    // the shorter one is complete already.
    void complete()
    {
        std::vector<quint32> shorter(depths.size(), 0);
        std::vector<quint32> queue { 0 };
        for (size_t head = 0; head < queue.size(); ++head) {
            const quint32 node = queue[head];
            for (size_t column = 0; column < classCount; ++column) {
                quint32& way = next[node * classCount + column];
                const quint32 detour = node == 0 ? 0 : next[shorter[node] * classCount + column];
                if (way == nowhere) {
                    way = detour;
                    continue;
                }
                shorter[way] = detour;
                hits[way].insert(hits[way].end(), hits[detour].begin(), hits[detour].end());
                queue.push_back(way);
            }
        }
    }
};

LiteralScanner::LiteralScanner(const QVector<QByteArray>& literals)
{
    classify(literals);
    Trie trie { m_classCount, {}, {}, {} };
    trie.addNode(0);
    for (qsizetype i = 0; i < literals.size(); ++i)
        trie.add(literals[i], int(i), m_classes);
    trie.complete();
    takeOver(trie);
}

// Without capital letters there are 230 bytes: the classes fit into a byte.
void LiteralScanner::classify(const QVector<QByteArray>& literals)
{
    for (const QByteArray& literal : literals) {
        for (const char c : literal) {
            quint8& column = m_classes[uchar(lowered(c))];
            if (column == 0)
                column = quint8(m_classCount++);
        }
    }
    for (size_t byte = 'A'; byte <= 'Z'; ++byte)
        m_classes[byte] = m_classes[uchar(lowered(char(byte)))];
}

// States that end a literal get the highest numbers, so that one comparison finds them.
void LiteralScanner::takeOver(Trie& trie)
{
    std::vector<quint32> order(trie.depths.size());
    for (quint32 node = 0; node < order.size(); ++node)
        order[node] = node;
    const auto hits
        = std::stable_partition(order.begin(), order.end(), [&](quint32 i) { return trie.hits[i].empty(); });
    m_firstHit = State(hits - order.begin()) * m_classCount;

    std::vector<State> states(order.size());
    for (quint32 place = 0; place < order.size(); ++place)
        states[order[place]] = place * m_classCount;
    m_table.reserve(trie.next.size());
    for (const quint32 node : order) {
        for (size_t column = 0; column < m_classCount; ++column)
            m_table.push_back(states[trie.next[node * m_classCount + column]]);
        m_depths.push_back(trie.depths[node]);
        if (!trie.hits[node].empty())
            m_hits.push_back(std::move(trie.hits[node]));
    }
}

}
