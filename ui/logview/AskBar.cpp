// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/AskBar.h"

#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace torchmason {

AskBar::AskBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_field(
          named(new QLineEdit(this), "logAsk", tr("Return goes there, Esc closes"), tr("Place in the log")))
    , m_hint(named(new ElidedLabel(this), "logAskHint"))
{
    m_field->setMaximumWidth(320);
    m_label->setTextFormat(Qt::PlainText);
    m_hint->setElideMode(Qt::ElideRight);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // the log may be narrower
    const QMargins margins(spacing::inner, spacing::small, spacing::inner, spacing::small);
    auto* take = toolButton(this, "logAskTake", "check", tr("OK (Return)"));
    auto* leave = toolButton(this, "logAskLeave", "cross", tr("Close (Esc)"));
    for (QToolButton* button : { take, leave })
        button->setAutoRaise(true);
    rowOf(this, margins, spacing::inner,
        { m_label, { m_field, 1 }, take, leave, { m_hint, 2 }, Part::stretch() });
    connect(m_field, &QLineEdit::textChanged, this, &AskBar::showHint);
    connect(m_field, &QLineEdit::returnPressed, this, &AskBar::take);
    connect(take, &QToolButton::clicked, this, &AskBar::take);
    connect(leave, &QToolButton::clicked, this, &AskBar::left);
}

void AskBar::take()
{
    if (m_question.take && m_question.take(m_field->text()))
        emit left();
}

void AskBar::ask(const Question& question)
{
    m_question = question;
    m_label->setText(question.label);
    m_field->setToolTip(question.help);
    m_field->setAccessibleName(question.label);
    m_field->setText(question.text);
    m_field->selectAll();
    showHint();
    emit asked();
    m_field->setFocus();
}

void AskBar::showHint()
{
    const QStringList hints = m_question.hint ? m_question.hint(m_field->text()) : QStringList();
    m_hint->setText(hints.value(0));
    m_hint->setShorter(hints.mid(1));
    m_hint->setVisible(!m_hint->text().isEmpty()); // else it would take the field's room
    m_field->setAccessibleDescription(m_hint->text());
}

void AskBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return emit left();
    QWidget::keyPressEvent(event);
}

}
