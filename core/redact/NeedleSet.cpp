// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/NeedleSet.h"

namespace torchmason {

namespace {

// A byte is a row of the table, and a row has a column for each letter that occurs.
constexpr qsizetype mostBytes = 128 * 1024;

// As many as fit.
QVector<QByteArray> fitting(const QVector<QByteArray>& literals, qsizetype& room)
{
    QVector<QByteArray> kept;
    for (const QByteArray& literal : literals) {
        if (literal.size() > room)
            continue;
        room -= literal.size();
        kept << literal;
    }
    return kept;
}

}

NeedleSet::NeedleSet(const QVector<QByteArray>& needles, const QVector<QByteArray>& words)
    : m_literals { "://" }
{
    qsizetype room = mostBytes;
    m_literals += fitting(words, room);
    m_wordCount = m_literals.size() - 1;
    m_literals += fitting(needles, room);
    m_leftOut = 1 + words.size() + needles.size() - m_literals.size();
    m_scanner = LiteralScanner(m_literals);
}

}
