// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace torchmason {

// A style in which labels and tips show what they are given as it stands. Names of files, profiles and
// bundles may look like HTML, and a picture in HTML would be fetched, perhaps from another computer. A
// label with rich text sets its format (QLabel::setTextFormat).
// Each text is read as its letters say in every layout: a reversed one would put dots, units and slashes of
// English at the wrong end. Labels begin where their layout does.
// The icon of a highlighted menu entry has the colour of its words.
// And Return presses the button that has the focus: Qt's own do that in dialogs only.
class PlainTextStyle : public QProxyStyle {
    Q_OBJECT

public:
    using QProxyStyle::polish;
    using QProxyStyle::QProxyStyle;

    void polish(QWidget* widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawItemText(QPainter* painter, const QRect& place, int flags, const QPalette& palette,
        bool isEnabled, const QString& text, QPalette::ColorRole role) const override;

protected:
    // The frame of a cell whose table frames its whole row.
    static bool isLeftOut(PrimitiveElement element, const QStyleOption& option, const QWidget* widget);
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}
