// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

class QFrame;
class QPainter;
class QRectF;

namespace torchmason {

// The grounds of areas tell where they end. Where there is one ground, edges do.

// Has a frame while there is one ground, and none otherwise.
void setQuietFrame(QFrame& area);
// The ground of a message or a chip.
void paintArea(
    QPainter& painter, const QRectF& place, double radius, const QColor& ground, const QPalette& palette);

}
