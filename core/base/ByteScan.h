// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace torchmason {

// What a log of gigabytes is looked through with: many bytes at a time.

struct ByteCensus {
    qsizetype lineBreaks = 0;
    bool isPlain = true; // nothing but ASCII without control characters other than LF and CRLF
};
ByteCensus censusOf(QByteArrayView bytes);

// Where the line begins that byte `at` belongs to.
qsizetype beginOfLine(QByteArrayView bytes, qsizetype at);
// Where it ends, its line break included.
qsizetype endOfLine(QByteArrayView bytes, qsizetype at);

// Finds one ASCII text, its letters in either case.
class CaselessFinder {
public:
    // `text` is not empty.
    explicit CaselessFinder(const QByteArray& text);

    // -1 where it is not there.
    qsizetype indexIn(QByteArrayView bytes, qsizetype from = 0) const;
    qsizetype size() const { return m_text.size(); }

private:
    QByteArray m_text; // in small letters
    QByteArray m_folds; // for each byte of it the bit in which its two cases differ, or 0
    // Its two rarest bytes: a place where both fit is looked at more closely.
    qsizetype m_first = 0;
    qsizetype m_second = 0;
};

}
