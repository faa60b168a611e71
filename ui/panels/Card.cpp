// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/Card.h"

#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappingRow.h"

#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QStyle>

#include <initializer_list>

namespace torchmason {

namespace {

constexpr int barWidth = 4; // where lines begin

}

Card::Card(QWidget* parent)
    : QFrame(parent)
    , m_title(new QLabel(this))
    , m_body(new QVBoxLayout)
    , m_buttons(new WrappingRow(spacing::inner, {}))
{
    m_title->setFont(headlineFont(font()));
    m_title->setWordWrap(true);
    m_title->setMinimumWidth(1);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(QStringLiteral("cardTitle"));
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    columnOf(this, {}, 0, { m_title, m_body, m_buttons });
    setDense(false);
}

void Card::setDense(bool dense)
{
    const int edge = dense ? spacing::small : spacing::group - spacing::small;
    layout()->setContentsMargins(spacing::page, edge, spacing::page, edge);
    for (QLayout* parts : std::initializer_list<QLayout*> { layout(), m_body })
        parts->setSpacing(dense ? spacing::small : spacing::inner);
}

void Card::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void Card::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

QString Card::title() const
{
    return m_title->text();
}

QLabel* Card::addText(const char* name, QVBoxLayout* column)
{
    QLabel* label = plainText(this, name);
    label->setMinimumWidth(1); // a long word must not push the ends of all others out of sight
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    (column ? column : m_body)->addWidget(label);
    return label;
}

void Card::addBeside(QLayout* first, QLayout* second, int letters)
{
    m_lettersOfSides = letters;
    m_sides = new QBoxLayout(QBoxLayout::TopToBottom);
    m_sides->addLayout(first, 1);
    m_sides->addLayout(second, 1);
    m_body->addLayout(m_sides);
    fitSides();
}

void Card::resizeEvent(QResizeEvent* event)
{
    if (m_sides) {
        const bool isWide = event->size().width() > m_lettersOfSides * fontMetrics().averageCharWidth();
        m_sides->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        m_sides->setSpacing(isWide ? 2 * spacing::group : spacing::inner);
    }
    QFrame::resizeEvent(event);
}

// What says nothing leaves its room to the other.
void Card::fitSides()
{
    for (int side = 0; m_sides && side < m_sides->count(); ++side) {
        const int share = m_sides->itemAt(side)->isEmpty() ? 0 : 1;
        if (m_sides->stretch(side) != share)
            m_sides->setStretch(side, share);
    }
}

bool Card::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitSides();
    return QFrame::event(event);
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), toneBackground(m_tone, palette()));
    painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, barWidth, height())),
        toneColour(m_tone, palette()));
    painter.fillRect(QRect(0, height() - 1, width(), 1), lineColour(palette()));
}

}
