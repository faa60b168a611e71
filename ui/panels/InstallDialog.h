// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/InstallTarget.h"

#include <QDialog>

class QPushButton;

namespace torchmason {

class FolderField;
class InstallField;

// Asks for the environment that a wheel is installed into. Nothing is installed by it.
class InstallDialog : public QDialog {
    Q_OBJECT

public:
    explicit InstallDialog(const QString& wheel, QWidget* parent = nullptr);

    InstallTarget target() const;
    // The folder that packages come from; empty: as in the build.
    QString wheels() const;
    // Where the build had them from; empty: the network.
    void setUsualWheels(const QString& folder);

private:
    void check();

    InstallField* m_field = nullptr;
    FolderField* m_wheels = nullptr;
    QPushButton* m_install = nullptr;
};

}
