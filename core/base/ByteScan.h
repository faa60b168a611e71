// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <bitset>
#include <vector>

namespace torchmason {

// What a log of gigabytes is looked through with: many bytes at a time.

struct ByteCensus {
    qsizetype lineBreaks = 0;
    bool hasEscape = false;
    bool isAscii = true;
    bool isPlain = true; // ASCII, and no control characters other than LF
};
ByteCensus censusOf(QByteArrayView bytes);

struct ControlCensus {
    bool hasReturn = false; // that is not a part of CRLF
    bool hasOther = false; // neither line break nor carriage return nor escape
};
ControlCensus controlsOf(QByteArrayView bytes);

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

    // -1 where it is not there.
    qsizetype indexIn(QByteArrayView bytes, qsizetype from = 0) const;
    // The same, or where it may be with escape sequences between its bytes: that line must be looked at.
    PatternPlace placeIn(QByteArrayView bytes, qsizetype from) const;

    // One byte of the pattern for a quick look: the bits in which its values differ are not compared.
    struct Sieve {
        qsizetype at = 0;
        signed char value = 0;
        signed char ignored = 0;
    };

private:
    BytePattern m_pattern;
    // The two rarest: a place where both fit is looked at more closely.
    Sieve m_first;
    Sieve m_second;
    // The two rarest of those that are neighbours.
    Sieve m_joint;
    Sieve m_behind;
};

}
