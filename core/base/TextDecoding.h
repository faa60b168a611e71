// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

namespace torchmason {

// Text of a tool's output line. Valid UTF-8 is taken as such; other bytes are read in the system's code
// page where the platform has one, else as Latin-1, so that no byte is lost and nothing ever fails.
QString decodeToolText(QByteArrayView bytes);
// Without ANSI escape sequences: colours, cursor movement, titles, character sets.
QByteArray withoutEscapes(QByteArrayView bytes);
// Where the sequence ends whose escape byte stands before `at`. One that was torn ends with its line.
qsizetype endOfEscape(QByteArrayView bytes, qsizetype at);
// Both.
QString plainToolText(QByteArrayView bytes);

// A line as people see it: no line break, no escapes, tabs as spaces, other control characters as a space,
// and without what a carriage return overwrote.
QString shownLineText(QByteArrayView line);
// Of such a line the part that was not overwritten.
QByteArrayView withoutOverwritten(QByteArrayView line);
// Its bytes as they are decoded then, with nothing taken as overwritten.
QByteArray shownBytes(QByteArrayView line);

}
