// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/Background.h"

#include <QObject>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;
class QWidget;

namespace torchmason {

class Banner;

// The rows of the settings page for reading logs: font, size, editor.
class LogSettings : public QObject {
    Q_OBJECT

public:
    LogSettings(QFormLayout& form, QWidget* parent);

    // As the settings say now: the log changes its size, too.
    void read();
    // Not while its command is being typed.
    void checkEditor();

signals:
    void lettersChanged();

private:
    QWidget* editorField(QWidget* parent);
    int usualSize() const;

    QWidget* m_parent;
    QComboBox* m_font = nullptr;
    QSpinBox* m_size = nullptr;
    QLineEdit* m_editor = nullptr;
    Banner* m_editorProblem = nullptr;
    LatestQuery m_editorQuery { this };
};

}
