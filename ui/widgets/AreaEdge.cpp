// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/AreaEdge.h"

#include <QEvent>
#include <QFrame>
#include <QPainter>

namespace torchmason {

namespace {

// Follows the palette, which may change while the area is shown.
class QuietFrame : public QObject {
public:
    explicit QuietFrame(QFrame& area)
        : QObject(&area)
        , m_area(area)
    {
        area.installEventFilter(this);
        fit();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange)
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        m_area.setFrameShape(hasOneGround(m_area.palette()) ? QFrame::StyledPanel : QFrame::NoFrame);
    }

    QFrame& m_area;
};

}

void setQuietFrame(QFrame& area)
{
    new QuietFrame(area);
}

void paintArea(
    QPainter& painter, const QRectF& place, double radius, const QColor& ground, const QPalette& palette)
{
    const bool hasEdge = hasOneGround(palette);
    painter.setPen(hasEdge ? QPen(edgeColour(palette)) : QPen(Qt::NoPen));
    painter.setBrush(ground);
    painter.drawRoundedRect(
        hasEdge ? QRectF(place.toRect()).adjusted(0.5, 0.5, -0.5, -0.5) : place, radius, radius);
}

}
