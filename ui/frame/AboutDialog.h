// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

namespace torchmason {

// Name, version, licence and libraries of the program, to be read and copied.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent = nullptr);

    // "Qt 6.4.2"...: those that `torchmason-cli --version --verbose` tells, and those of the window.
    static QStringList libraries();
};

}
