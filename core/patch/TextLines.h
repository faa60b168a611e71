// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QVector>

namespace torchmason {

// A line of a file as bytes, whatever their encoding, so that everything is written back as it was read.
struct TextLine {
    QByteArray body;
    QByteArray end; // "\n", "\r\n", or empty for a last line without one
};

QVector<TextLine> linesOf(const QByteArray& text);
QByteArray textOf(const QVector<TextLine>& lines);

// How most lines end; "\n" where there are none.
QByteArray usualEnd(const QByteArray& text);
// `text` with the line ends `end`.
QByteArray withEnds(QByteArray text, const QByteArray& end);

// The mark that Windows' editors put before UTF-8. It belongs to the file, not to its first line.
inline constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

// For messages: what can be read of a line, in quotes, not longer than a line of a log.
QString quotedLine(const QByteArray& body);

}
