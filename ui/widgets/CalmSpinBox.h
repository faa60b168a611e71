// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace torchmason {

// A spin box on a page that scrolls: the wheel turns the page, unless the user went into the box before.
class CalmSpinBox : public QSpinBox {
    Q_OBJECT

public:
    explicit CalmSpinBox(QWidget* parent = nullptr);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

}
