// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <array>
#include <bitset>
#include <vector>

namespace torchmason {

// What a log of gigabytes is looked through with: many bytes at a time.

struct ByteCensus {
    qsizetype lineBreaks = 0;
    bool isAscii = true;
    bool hasEscape = false;
    bool hasReturn = false;
    bool hasOther = false; // control characters
};
ByteCensus censusOf(QByteArrayView bytes);
qsizetype lineBreaksIn(QByteArrayView bytes);

// Whether there is a carriage return that is not a part of CRLF.
bool hasLoneReturn(QByteArrayView bytes);

// Whether there may be one of the two letters beyond ASCII that are "s" and "k" in other cases, as UTF-8,
// perhaps with escape sequences in them.
bool mayHaveLetterOfAscii(QByteArrayView bytes);

// Where the line begins that byte `at` belongs to.
qsizetype beginOfLine(QByteArrayView bytes, qsizetype at);
// Where it ends, its line break included.
qsizetype endOfLine(QByteArrayView bytes, qsizetype at);

// A text that is looked for: for each of its bytes those that may stand there, no line break among them.
using ByteSet = std::bitset<256>;
using BytePattern = std::vector<ByteSet>;

// An ASCII character in either case.
ByteSet caselessByte(char c);

struct PatternPlace {
    qsizetype at = -1; // -1: nowhere
    bool isWhole = true; // else `at` is one of its bytes, and escape sequences stand behind that
};

class PatternFinder {
public:
    // `pattern` is not empty.
    explicit PatternFinder(const BytePattern& pattern);

    // False where a byte that it must have is missing: quicker than looking for it.
    bool mayBeIn(QByteArrayView bytes) const;
    // -1 where it is not there.
    qsizetype indexIn(QByteArrayView bytes, qsizetype from = 0) const;
    // The same, or where it may be with escape sequences between its bytes: that line must be looked at.
    PatternPlace placeIn(QByteArrayView bytes, qsizetype from) const;

    // One byte of the pattern for a quick look: the bits in which its values differ are not compared.
    // Any byte passes where there is none.
    struct Sieve {
        qsizetype at = 0;
        signed char value = -1;
        signed char ignored = -1;
    };

private:
    BytePattern m_pattern;
    // The two rarest: a place where both fit is looked at more closely.
    Sieve m_first;
    Sieve m_second;
    // The three rarest of those that are neighbours.
    std::array<Sieve, 3> m_joint;
};

}
