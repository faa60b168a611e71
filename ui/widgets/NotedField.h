// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <initializer_list>

class QBoxLayout;

namespace torchmason {

// A field and right of it a note that explains it; below it where a line of the note would hold few words.
class NotedField : public QWidget {
public:
    using QWidget::QWidget;

    // Once; of several notes the owner shows one. The field has the keyboard.
    void setParts(QWidget* field, std::initializer_list<QWidget*> notes);

protected:
    bool event(QEvent* event) override;

private:
    void placeNotes();

    QWidget* m_field = nullptr;
    QBoxLayout* m_line = nullptr;
};

}
