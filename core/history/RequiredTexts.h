// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ByteScan.h"

#include <QString>

#include <vector>

namespace torchmason {

// Of a Perl-like regular expression that is used without regard to case: ASCII texts of which one at least
// stands in every text that it matches. For "\d+: (fatal )?(error|warning)" those are "error" and "warning".
struct RequiredTexts {
    std::vector<BytePattern> texts; // none: nothing is known
    bool areEnough = false; // it matches every text with one of them: "(error|warning):", "sm_\d+"
};

RequiredTexts requiredTexts(const QString& expression);

}
