// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Rule.h"

namespace torchmason {

// %{name} in the texts of rules stands for any phrase of that list.

// The first name in `text` that no list has; empty where there is none.
QString unknownWordIn(const QString& text, const WordLists& words);
// One text for each phrase; `text` itself where it names no list.
QStringList spelledOut(const QString& text, const WordLists& words);
// The expression with each %{name} as a group of alternatives.
QString expressionWithWords(const QString& expression, const WordLists& words);

}
