// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QVector>

#include <array>
#include <vector>

namespace torchmason {

// Finds any of many fixed texts in one pass over the bytes, ASCII letters of either case (Aho-Corasick
// with a complete transition table: one load and one compare a byte). This is what stands before every
// regular expression, so that plain lines cost next to nothing.
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
        quint32 state = 0;
        for (qsizetype at = 0; at < text.size(); ++at) {
            state = m_table[state + m_classes[uchar(text[at])]];
            if (state >= m_firstHit) {
                for (const int index : m_hits[(state - m_firstHit) / m_classCount])
                    found(index, at);
            }
        }
    }

private:
    struct Builder;

    std::array<quint8, 256> m_classes {}; // byte -> column of the table
    std::vector<quint32> m_table; // state (already times m_classCount) + column -> state
    quint32 m_classCount = 1;
    quint32 m_firstHit = 0; // states from here on end at least one literal
    std::vector<std::vector<int>> m_hits;
};

}
