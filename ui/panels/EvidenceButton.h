// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace torchmason {

// A line of a log in fixed-width letters that can be pressed like a link; cut at its end where it is long.
class EvidenceButton : public QPushButton {
    Q_OBJECT

public:
    explicit EvidenceButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
