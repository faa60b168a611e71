// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ByteScan.h"

#include <QString>

#include <vector>

namespace torchmason {

// What stands in a line, as it was written, that holds a text whatever the case of its letters. Of "s" and
// "k" only the cases that are ASCII.
struct TextPattern {
    BytePattern pattern;
    bool isEnough = false; // a line of UTF-8 with it holds the text
};

// One of these is in each such line of UTF-8 or Latin-1. None: nothing is known.
std::vector<TextPattern> patternsOf(const QString& text);

}
