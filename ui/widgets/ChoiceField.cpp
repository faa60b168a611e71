// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ChoiceField.h"

#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/SpokenRole.h"

#include <QLabel>

namespace torchmason {

ChoiceField::ChoiceField(const QString& name, const QString& label, QWidget* parent)
    : NotedField(parent)
    , m_box(new FocusWheelComboBox(this))
    , m_note(secondaryText(QString(), this))
{
    m_box->setObjectName(name);
    nameBox(*m_box, label);
    m_note->setObjectName(name + QStringLiteral("Note"));
    setParts(m_box, { m_note });
    connect(m_box, &QComboBox::activated, this, [this] { emit chosen(choice()); });
}

void ChoiceField::addChoice(const QString& text, const QVariant& value)
{
    m_box->addItem(text, value);
}

QVariant ChoiceField::choice() const
{
    return m_box->currentData();
}

void ChoiceField::setChoice(const QVariant& value)
{
    m_box->setCurrentIndex(m_box->findData(value));
}

void ChoiceField::setNote(const QString& text)
{
    m_note->setText(text);
    m_box->setAccessibleDescription(text);
}

QWidget* ChoiceField::box() const
{
    return m_box;
}

}
