// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace torchmason {

// Blue, orange and grey in steps that colour-blind eyes tell apart, for light and dark palettes.
struct ChartColours {
    QColor build; // what this build uses
    QColor others; // what everybody else uses
    QColor limit; // totals
    QColor swap;
    QColor gate; // the memory gate: its limit, and when it holds back
    QColor idle; // a core that does nothing
    QColor busy;

    static ChartColours of(const QPalette& palette);
};

}
