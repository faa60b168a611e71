// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"

#include <QColor>
#include <QPalette>
#include <QPen>

namespace torchmason {

// Blue, orange and grey, distinguishable with colour blindness, for light and dark palettes.
struct ChartColours {
    QColor build; // memory of this build
    QColor others; // memory of all other processes
    QColor othersEdge;
    QColor limit; // totals
    QColor swap;
    QColor gate; // the memory gate: its limit, and when it holds back
    QColor mean; // of all cores
    QColor busy; // a busy core
    QColor idle; // an idle core
    QColor expected; // the band of what was expected
    QColor expectedEdge;
    QColor earlier; // an earlier attempt
    // Steps of a build. They differ from each other and from a failed one for colour-blind eyes, too.
    QColor cxx;
    QColor cuda;
    QColor link;
    QColor generated;
    QColor other;
    QColor failed;
    QColor base; // what all are drawn on

    QColor of(EdgeKind kind) const;
    // Inside of a step that is not over. It is hardly seen, so that an edge of the kind's own colour goes
    // round it.
    QColor running(EdgeKind kind) const;

    static ChartColours of(const QPalette& palette);
};

// Of the lines behind curves and bars. They are fainter than an edge, in a palette of high contrast as well.
QColor gridColour(const QPalette& palette);
// One pixel of the screen, whatever its scale.
QPen hairline(const QColor& colour);

}
