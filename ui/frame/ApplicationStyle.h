// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/PlainTextStyle.h"

#include <QPointer>

class QFocusFrame;
class QStyleOptionTab;

namespace torchmason {

// Fusion with fields, buttons and check boxes whose edge can be seen on every palette, and without the
// pictures of its own that do not fit to ours.
class ApplicationStyle : public PlainTextStyle {
    Q_OBJECT

public:
    ApplicationStyle();
    ~ApplicationStyle() override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
        const QWidget* widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* answer) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QIcon standardIcon(
        StandardPixmap picture, const QStyleOption* option, const QWidget* widget) const override;

private:
    void showRing(QWidget* control);
    int heightOfLine(const QStyleOption& option, const QWidget* widget) const;
    void drawTab(const QStyleOptionTab& tab, QPainter& painter, const QWidget* widget) const;
    void drawCheckBox(const QStyleOption& option, QPainter& painter) const;

    QPointer<QFocusFrame> m_ring; // around the control that has the focus
};

}
