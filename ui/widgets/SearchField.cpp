// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/SearchField.h"

#include <QKeyEvent>

namespace torchmason {

SearchField::SearchField(const QString& name, const QString& words, QWidget* parent)
    : QLineEdit(parent)
{
    setObjectName(name);
    setPlaceholderText(words);
    setAccessibleName(words);
    setClearButtonEnabled(true);
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

}
