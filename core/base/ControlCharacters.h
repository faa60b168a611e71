// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

namespace torchmason {

// Text of others without what a terminal would act upon: control characters, and those that turn the
// direction of what follows. Ends of lines and tabulators stay.
QString withoutControls(QString text);
bool isControl(QChar letter); // what that replaces
// The same as one line: ends of lines and tabulators become blanks.
QString safeLine(const QString& text);
// All strings and names of members in it.
Json withoutControls(const Json& json);

}
