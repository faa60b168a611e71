// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace torchmason {

// Asks for name and value of a -D entry or an environment variable of the user's own.
class AddEntryDialog : public QDialog {
    Q_OBJECT

public:
    AddEntryDialog(bool environment, QWidget* parent = nullptr);

    QString name() const;
    QString value() const;
    QString type() const; // CMake type, empty for variables

private:
    void check();

    QLineEdit* m_name = nullptr;
    QLineEdit* m_value = nullptr;
    QComboBox* m_type = nullptr;
    QPushButton* m_add = nullptr;
};

}
