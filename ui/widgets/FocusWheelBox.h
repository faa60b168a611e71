// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QKeyEvent>
#include <QSpinBox>
#include <QWheelEvent>

#include <type_traits>

namespace torchmason {

// A spin or combo box on a page that scrolls: without the focus it leaves the mouse wheel to the page, and a
// combo box leaves keys with Ctrl to it, which Qt's takes for letters of its entries.
template <typename Box> class FocusWheelBox : public Box {
public:
    explicit FocusWheelBox(QWidget* parent = nullptr)
        : Box(parent)
    {
        this->setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (std::is_same_v<Box, QComboBox> && event->modifiers() & Qt::ControlModifier)
            event->ignore();
        else
            Box::keyPressEvent(event);
    }
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
