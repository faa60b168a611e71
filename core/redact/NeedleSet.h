// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/LiteralScanner.h"

#include <QByteArray>
#include <QVector>

namespace torchmason {

// What is looked for in what programs print: the beginnings of logins, and secrets. A needle is masked
// wherever it stands, in either case. A word may be part of other text, too: it counts where it stands alone
// and exactly so. Never changes once it is made, so threads may share it.
class NeedleSet {
public:
    // The important ones first: what would make the tables larger than about 50 MB is left out.
    explicit NeedleSet(const QVector<QByteArray>& needles, const QVector<QByteArray>& words = {});

    const LiteralScanner& scanner() const { return m_scanner; }
    // By the numbers that the scanner tells.
    const QByteArray& literal(int index) const { return m_literals[index]; }
    bool isLoginBegin(int index) const { return index == 0; } // "://"
    bool isWord(int index) const { return index > 0 && index <= m_wordCount; }

    qsizetype leftOut() const { return m_leftOut; }

private:
    QVector<QByteArray> m_literals;
    qsizetype m_wordCount = 0;
    qsizetype m_leftOut = 0;
    LiteralScanner m_scanner;
};

}
