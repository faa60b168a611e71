// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The text with every kind of typographic quote as ', and wide colons, commas and spaces as the plain ones.
// Compilers quote names as ‘x’, »x«, «x», “x”, `x' or 'x', by language and locale; a rule says 'x'. Each
// character stays one, so that places in the text stay where they are.
QString plainPunctuation(QString text);

}
