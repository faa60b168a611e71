// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace torchmason {

// The main button of a page, filled with the accent colour.
class PrimaryButton : public QPushButton {
    Q_OBJECT

public:
    explicit PrimaryButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
