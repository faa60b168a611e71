// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace torchmason {

// WCAG 2 contrast of two opaque colours, 1 to 21.
double contrastRatio(const QColor& first, const QColor& second);

}
