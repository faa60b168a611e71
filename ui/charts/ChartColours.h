// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace torchmason {

// Blue, orange and grey, distinguishable with colour blindness, for light and dark palettes.
struct ChartColours {
    QColor build; // memory of this build
    QColor others; // memory of all other processes
    QColor limit; // totals
    QColor swap;
    QColor gate; // the memory gate: its limit, and when it holds back
    QColor idle; // an idle core

    static ChartColours of(const QPalette& palette);
};

}
