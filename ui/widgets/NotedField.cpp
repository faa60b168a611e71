// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/NotedField.h"

#include "ui/widgets/Parts.h"

#include <QEvent>

namespace torchmason {

void NotedField::setParts(QWidget* field, std::initializer_list<QWidget*> notes)
{
    m_field = field;
    m_line = rowOf(this, {}, spacing::group, { { field, 0, Qt::AlignTop | Qt::AlignLeading } });
    for (QWidget* note : notes)
        m_line->addWidget(note, 1);
    setFocusProxy(field);
}

bool NotedField::event(QEvent* event)
{
    const bool isDone = QWidget::event(event);
    if (m_line && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        placeNotes();
    return isDone;
}

void NotedField::placeNotes()
{
    constexpr int leastLetters = 24;
    const int field = m_field->sizeHint().expandedTo(m_field->minimumSize()).width();
    const bool isNarrow = width() - field - spacing::group < leastLetters * fontMetrics().averageCharWidth();
    const auto direction = isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_line->direction() == direction)
        return;
    m_line->setDirection(direction);
    m_line->setSpacing(isNarrow ? spacing::small : spacing::group);
}

}
