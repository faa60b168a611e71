// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace torchmason {

// The main button of a page, filled with the accent colour.
class StrongButton : public QPushButton {
    Q_OBJECT

public:
    explicit StrongButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
