// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstallUndo.h"
#include "ui/widgets/StateMark.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace torchmason {

class IconLabel;

// Says what taking an install back will do to its environment, and asks. Nothing is taken back by it.
class TakeBackDialog : public QDialog {
    Q_OBJECT

public:
    // `notePath`: of the attempt that installed, see InstallNote.
    explicit TakeBackDialog(const QString& notePath, QWidget* parent = nullptr);

private:
    void createWidgets();
    void layOut();
    void tell(const InstallUndo& undo);
    void say(Mark mark, const QString& text);

    IconLabel* m_icon = nullptr;
    QLabel* m_words = nullptr;
    QPlainTextEdit* m_effects = nullptr;
    QPushButton* m_accept = nullptr;
    QPushButton* m_cancel = nullptr;
};

}
