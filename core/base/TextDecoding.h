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
// Both.
QString plainToolText(QByteArrayView bytes);

}
