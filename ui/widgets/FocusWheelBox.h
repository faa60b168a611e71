// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWheelEvent>

namespace torchmason {

// A spin or combo box on a page that scrolls: without the focus it leaves the mouse wheel to the page.
template <typename Box> class FocusWheelBox : public Box {
public:
    explicit FocusWheelBox(QWidget* parent = nullptr)
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

using FocusWheelSpinBox = FocusWheelBox<QSpinBox>;
using FocusWheelComboBox = FocusWheelBox<QComboBox>;

}
