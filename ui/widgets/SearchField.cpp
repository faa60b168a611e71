// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SearchField.h"

#include <QKeyEvent>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace torchmason {

SearchField::SearchField(const QString& name, const QString& words, QWidget* parent)
    : QLineEdit(parent)
{
    setObjectName(name);
    setPlaceholderText(words);
    setAccessibleName(words);
    setClearButtonEnabled(true);
    // Qt goes by the letters, which would stand behind the count.
    setAlignment(QStyle::visualAlignment(layoutDirection(), alignment()));
}

bool SearchField::event(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return QLineEdit::event(event);
    const auto* key = static_cast<const QKeyEvent*>(event);
    const bool isWindows = (key->matches(QKeySequence::Undo) && !isUndoAvailable())
        || (key->matches(QKeySequence::Redo) && !isRedoAvailable());
    event->ignore();
    return !isWindows && QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty())
        return clear();
    if (event->key() == Qt::Key_Escape && m_searched)
        return m_searched->setFocus();
    QLineEdit::keyPressEvent(event);
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter && event->key() != Qt::Key_Down)
        return;
    emit listEntered();
    if (m_list)
        m_list->setFocus();
    event->accept();
}

void SearchField::setCount(QLabel* count)
{
    m_count = count;
    count->setParent(this);
    count->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
}

// Before the button that takes away what was typed.
void SearchField::placeCount()
{
    if (!m_count)
        return;
    const auto logical
        = [this](const QRect& rect) { return QStyle::visualRect(layoutDirection(), this->rect(), rect); };
    const auto* clear = findChild<QToolButton*>();
    const int end = clear ? logical(clear->geometry()).left() : width();
    const int taken = m_count->minimumWidth();
    m_count->setGeometry(logical(QRect(end - taken, 0, taken, height())));
    const int margin = m_count->text().isEmpty() ? 0 : taken;
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    const QMargins margins(isMirrored ? margin : 0, 0, isMirrored ? 0 : margin, 0);
    if (margins != textMargins()) // else all is laid out again
        setTextMargins(margins);
}

QSize SearchField::sizeHint() const
{
    const QMargins margins = textMargins();
    return QLineEdit::sizeHint() - QSize(margins.left() + margins.right(), 0);
}

void SearchField::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    placeCount();
}

}
