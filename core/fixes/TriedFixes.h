// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// A fix that was applied for a finding which is there again.
struct TriedFix {
    QString title;
    // The last one that was made with it before something else was tried; 0: it was taken back, and nobody
    // noted by which attempt.
    int attempt = 0;
};

// Of the attempt `number`, which was made of this request and has the finding; the oldest first.
QVector<TriedFix> triedFixes(const BuildRequest& request, int number, const Finding& finding);

bool isAbout(const FindingAnswer& answer, const Finding& finding);

}
