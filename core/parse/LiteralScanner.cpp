// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LiteralScanner.h"

#include <algorithm>

namespace torchmason {

namespace {

uchar lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? uchar(c - 'A' + 'a') : uchar(c);
}

}

// The trie with its failure links, before it is renumbered into the table.
struct LiteralScanner::Builder {
    struct Node {
        std::vector<int> next;
        std::vector<int> hits;
        int fallback = 0;
    };
    std::vector<Node> nodes;
    int classCount = 1;

    int addNode()
    {
        nodes.push_back({ std::vector<int>(size_t(classCount), -1), {}, 0 });
        return int(nodes.size()) - 1;
    }

    void add(const QByteArray& literal, int index, const std::array<quint8, 256>& classes)
    {
        int at = 0;
        for (const char c : literal) {
            const size_t column = classes[uchar(c)];
            if (nodes[size_t(at)].next[column] < 0) {
                const int made = addNode();
                nodes[size_t(at)].next[column] = made;
            }
            at = nodes[size_t(at)].next[column];
        }
        nodes[size_t(at)].hits.push_back(index);
    }

    // Fills every missing transition with that of the longest suffix, breadth first.
    void complete()
    {
        std::vector<int> queue { 0 };
        for (size_t head = 0; head < queue.size(); ++head) {
            const int at = queue[head];
            for (size_t column = 0; column < size_t(classCount); ++column) {
                const int viaSuffix = at == 0 ? 0 : nodes[size_t(nodes[size_t(at)].fallback)].next[column];
                int& next = nodes[size_t(at)].next[column];
                if (next < 0) {
                    next = viaSuffix;
                    continue;
                }
                Node& child = nodes[size_t(next)];
                child.fallback = viaSuffix;
                const std::vector<int>& inherited = nodes[size_t(viaSuffix)].hits;
                if (viaSuffix != next)
                    child.hits.insert(child.hits.end(), inherited.begin(), inherited.end());
                queue.push_back(next);
            }
        }
    }
};

LiteralScanner::LiteralScanner(const QVector<QByteArray>& literals)
{
    quint8 classCount = 1; // 0: bytes that are in no literal
    std::array<quint8, 256> lowerClasses {};
    for (const QByteArray& literal : literals) {
        for (const char c : literal) {
            if (lowerClasses[lowered(c)] == 0)
                lowerClasses[lowered(c)] = classCount++;
        }
    }
    for (size_t byte = 0; byte < 256; ++byte)
        m_classes[byte] = lowerClasses[lowered(char(byte))];

    Builder builder;
    builder.classCount = classCount;
    builder.addNode();
    for (qsizetype i = 0; i < literals.size(); ++i) {
        if (!literals[i].isEmpty())
            builder.add(literals[i], int(i), m_classes);
    }
    builder.complete();

    // States that end a literal get the highest numbers, so that one comparison finds them.
    std::vector<quint32> order;
    for (quint32 i = 0; i < builder.nodes.size(); ++i)
        order.push_back(i);
    std::stable_partition(
        order.begin(), order.end(), [&](quint32 i) { return builder.nodes[i].hits.empty(); });
    std::vector<quint32> renumbered(order.size());
    m_classCount = classCount;
    for (quint32 place = 0; place < order.size(); ++place)
        renumbered[order[place]] = place * m_classCount;

    m_table.resize(order.size() * m_classCount);
    m_firstHit = quint32(m_table.size());
    for (quint32 place = 0; place < order.size(); ++place) {
        const Builder::Node& node = builder.nodes[order[place]];
        for (quint32 column = 0; column < m_classCount; ++column)
            m_table[place * m_classCount + column] = renumbered[size_t(node.next[column])];
        if (!node.hits.empty()) {
            m_firstHit = std::min(m_firstHit, place * m_classCount);
            m_hits.push_back(node.hits);
        }
    }
}

}
