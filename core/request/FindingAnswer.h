// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// What an attempt does about a finding of an earlier one.
struct FindingAnswer {
    int attempt = 0; // the one that had the finding
    QString rule;
    QString subject; // of the finding, where the fix is for that alone; else empty
    QString fix; // title of what was done, as the user read it
    bool takenBack = false; // by a later attempt

    bool operator==(const FindingAnswer&) const = default;
};

}
