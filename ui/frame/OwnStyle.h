// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace torchmason {

// Fusion with check boxes whose edge can be seen on a dark palette.
class OwnStyle : public QProxyStyle {
    Q_OBJECT

public:
    OwnStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
};

}
