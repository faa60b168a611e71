// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Contrast.h"

#include <QImage>

#include <algorithm>

namespace torchmason {

// The strongest contrast of a pixel with the ground; the strokes of letters are blurred at their sides.
inline double strongest(const QImage& picture, const QRect& area, const QColor& ground)
{
    double best = 1;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x)
            best = std::max(best, contrastRatio(picture.pixelColor(x, y), ground));
    }
    return best;
}

}
