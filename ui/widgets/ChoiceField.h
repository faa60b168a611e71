// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/NotedField.h"

#include <QVariant>

class QComboBox;
class QLabel;

namespace torchmason {

// A combo box with a note that explains the choice. `name` is the object name of the box; that of the note
// is name + "Note".
class ChoiceField : public NotedField {
    Q_OBJECT

public:
    ChoiceField(const QString& name, const QString& label, QWidget* parent = nullptr);

    void addChoice(const QString& text, const QVariant& value);
    QVariant choice() const;
    void setChoice(const QVariant& value); // emits nothing
    void setNote(const QString& text);

    // The box itself, so that a form can make boxes below each other equally wide.
    QWidget* box() const;

signals:
    void chosen(const QVariant& value);

private:
    QComboBox* m_box = nullptr;
    QLabel* m_note = nullptr;
};

}
