// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace torchmason {

// The one button of a page that does what the page is for, filled with the accent.
class StrongButton : public QPushButton {
    Q_OBJECT

public:
    explicit StrongButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
