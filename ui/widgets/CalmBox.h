// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWheelEvent>

namespace torchmason {

// A spin or combo box on a page that scrolls: without the focus it leaves the mouse wheel to the page.
template <typename Box> class CalmBox : public Box {
public:
    explicit CalmBox(QWidget* parent = nullptr)
        : Box(parent)
    {
        this->setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (this->hasFocus())
            Box::wheelEvent(event);
        else
            event->ignore();
    }
};

using CalmSpinBox = CalmBox<QSpinBox>;
using CalmComboBox = CalmBox<QComboBox>;

}
