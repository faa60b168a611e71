// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <cmath>

namespace torchmason {

// A part of ChartState.h, which alone includes it: a heat strip whose rows stand a pixel apart, so that
// they can be counted. Rows that are too low for that are not.
class HeatRows : public QCPColorMap {
public:
    using QCPColorMap::QCPColorMap;

    void setGap(const QColor& colour) { m_gap = colour; }

protected:
    void draw(QCPPainter* painter) override
    {
        constexpr double lowestRow = 3; // pixels
        QCPColorMap::draw(painter);
        const QCPAxis& rows = *valueAxis();
        if (std::abs(rows.coordToPixel(1) - rows.coordToPixel(0)) < lowestRow)
            return;
        painter->setAntialiasing(false);
        const QRect place = clipRect();
        for (int row = 1; row < std::lround(rows.range().size()); ++row) {
            const double top = std::round(rows.coordToPixel(row - 0.5));
            painter->fillRect(QRectF(place.left(), top, place.width(), 1), m_gap);
        }
    }

private:
    QColor m_gap;
};

}
