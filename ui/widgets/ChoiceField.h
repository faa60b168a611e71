// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>
#include <QWidget>

class QComboBox;
class QLabel;

namespace torchmason {

// A box to choose from, and right of it a quiet line that says what the choice comes to. `name` is the object
// name of the box; the line is called name + "Note".
class ChoiceField : public QWidget {
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
