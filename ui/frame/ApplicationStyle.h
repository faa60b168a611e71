// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QProxyStyle>

class QFocusFrame;
class QStyleOptionTab;

namespace torchmason {

// A style in which labels and tips show what they are given as it stands. Names of files, profiles and
// bundles may look like HTML, and a picture in HTML would be fetched, perhaps from another computer. A
// label with rich text sets its format (QLabel::setTextFormat).
// And Return presses the button that has the focus: Qt's own do that in dialogs only.
class PlainTextStyle : public QProxyStyle {
    Q_OBJECT

public:
    using QProxyStyle::polish;
    using QProxyStyle::QProxyStyle;

    void polish(QWidget* widget) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

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
