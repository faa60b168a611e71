// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstallUndo.h"
#include "ui/widgets/StateMark.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace torchmason {

class FolderField;
class IconLabel;

// Says what taking an install back will do to its environment, and asks. Nothing is taken back by it.
class InstallUndoDialog : public QDialog {
    Q_OBJECT

public:
    // `notePath`: of the attempt that installed, see InstallNote.
    explicit InstallUndoDialog(const QString& notePath, QWidget* parent = nullptr);

    // The folder that what was replaced comes from; empty: where it had come from, or the index.
    QString wheels() const;

private:
    void createWidgets();
    void layOut();
    void lookAgain();
    void look();
    void tell(const InstallUndo& undo);
    void say(Mark mark, const QString& text);

    QString m_notePath;
    QTimer m_delay; // a path is typed letter by letter
    int m_question = 0; // the answer to an older one is of no use
    IconLabel* m_icon = nullptr;
    FolderField* m_wheels = nullptr;
    QLabel* m_words = nullptr;
    QPlainTextEdit* m_effects = nullptr;
    QPushButton* m_accept = nullptr;
    QPushButton* m_cancel = nullptr;
};

}
