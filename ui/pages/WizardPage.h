// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace torchmason {

// One step of the wizard. Pages show the draft and change it; they never change each other.
class WizardPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    // Called whenever the page comes to the front.
    virtual void enter() { }

signals:
    // The page has nothing more to ask ("Enter goes on").
    void nextRequested();
};

}
