// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/InstallTarget.h"

#include <QDialog>

class QPushButton;

namespace torchmason {

class InstallField;

// Asks for the environment that a wheel is installed into. Nothing is installed by it.
class InstallDialog : public QDialog {
    Q_OBJECT

public:
    explicit InstallDialog(const QString& wheel, QWidget* parent = nullptr);

    InstallTarget target() const;

private:
    void check();

    InstallField* m_field = nullptr;
    QPushButton* m_install = nullptr;
};

}
