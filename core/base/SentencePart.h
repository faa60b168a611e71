// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// In one line, first line first. Logs are read line by line, and a sentence that ends a step is one of them.
QString inOneLine(const QString& text);
// What a tool said, as it stands in a sentence of ours: in one line and without the full stop at its end.
QString sentencePart(const QString& text);

}
