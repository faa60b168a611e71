// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>
#include <QVector>

namespace torchmason {

// How many characters of a line are shown; the rest is told as a size.
constexpr qsizetype shownCharacters = 4000;

// A part of a shown line that its program coloured.
struct LineColour {
    int start = 0;
    int length = 0;
    int colour = -1; // 0 to 7, black red green yellow blue magenta cyan white; -1: the usual one
    bool bold = false;
};

// Of a line whose shownLine() is `shown`: what ANSI's codes 30-37, 90-97 (the same colours here) and 1 say.
QVector<LineColour> lineColours(QByteArrayView head, const QString& shown);

// A line as it is shown: no colours, no line break, tabs as spaces, what a carriage return overwrote left
// out. `head` may be the beginning only of a line of `fullLength` bytes.
QString shownLine(QByteArrayView head, qint64 fullLength);

}
