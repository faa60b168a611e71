// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptNotes.h"

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace torchmason {

class Banner;

// Tags and note of one attempt. Accepting it checks the tags and says in place which one is wrong.
class NotesDialog : public QDialog {
    Q_OBJECT

public:
    NotesDialog(int attempt, const AttemptNotes& notes, QWidget* parent = nullptr);

    const AttemptNotes& notes() const { return m_notes; } // once it was accepted
    void accept() override;

private:
    AttemptNotes m_notes;
    QLineEdit* m_tags = nullptr;
    QPlainTextEdit* m_note = nullptr;
    Banner* m_problem = nullptr;
};

}
