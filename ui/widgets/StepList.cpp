// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/StepList.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>

namespace torchmason {

namespace {

int ringSide(const QFontMetrics& letters)
{
    return grown(24, letters);
}

constexpr int usualName = 18; // letters that every narrow step has room for
constexpr int detailLines = 2; // that there is always room for, so that nothing moves when words come

// As many lines as there is room for; the last one is elided where there is more to say.
QStringList wrapped(const QString& text, const QFont& font, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QTextLayout layout(text, font);
    layout.setTextOption(option);
    QStringList lines;
    qsizetype from = 0;
    layout.beginLayout();
    while (from < text.size() && lines.size() + 1 < detailLines) {
        QTextLine line = layout.createLine();
        line.setLineWidth(width);
        lines << text.mid(from, line.textLength()).trimmed();
        from = line.textStart() + line.textLength();
    }
    layout.endLayout();
    if (from < text.size())
        lines << QFontMetrics(font).elidedText(text.mid(from), Qt::ElideRight, width);
    return lines;
}

}

StepButton::StepButton(int number, const QString& title, QWidget* parent)
    : QAbstractButton(parent)
    , m_number(number)
{
    setText(title);
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    showTip();
}

void StepButton::setStepBefore(const QString& title)
{
    m_before = title;
    showTip();
}

// Where a click would do nothing, the tip does not promise anything. A narrow one may show less of its name.
void StepButton::showTip()
{
    QStringList tip;
    if (m_narrow)
        tip << text();
    if (!m_detail.isEmpty())
        tip << m_detail;
    else if (isEnabled() && !m_current)
        tip << tr("Go to \"%1\"").arg(text());
    if (!isEnabled() && !m_before.isEmpty())
        tip << tr("Opens after \"%1\": press Next there").arg(m_before);
    setToolTip(tip.join(u'\n'));
}

void StepButton::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::EnabledChange)
        showTip();
}

void StepButton::setDetail(Mark mark, const QString& detail)
{
    m_mark = mark;
    m_detail = detail;
    setAccessibleDescription(detail);
    showTip();
    update();
}

void StepButton::setCurrent(bool current)
{
    m_current = current;
    showTip();
    updateGeometry();
    update();
}

void StepButton::setNarrow(bool narrow)
{
    m_narrow = narrow;
    showTip();
    updateGeometry();
    update();
}

QSize StepButton::sizeHint() const
{
    if (m_narrow) {
        const int whole = QFontMetrics(boldFont(font())).horizontalAdvance(text());
        const int words = m_current ? whole : qMin(whole, usualName * fontMetrics().averageCharWidth());
        return { words + 2 * spacing::inner, ringSide(fontMetrics()) + fontMetrics().height() + 20 };
    }
    return { 200, fontMetrics().height() * (1 + detailLines) + 20 };
}

void StepButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_current || underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(toneColour(Tone::Accent, palette()), 1) : QPen(Qt::NoPen));
        painter.setBrush(m_current ? toneBackground(Tone::Accent, palette()) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    if (m_current)
        paintOpenBar(painter, *this);
    const int lineHeight = fontMetrics().height();
    const int side = ringSide(fontMetrics());
    if (m_narrow) {
        paintMark(painter, QRect((width() - side) / 2, spacing::inner, side, side));
        const QRect line(
            spacing::inner, height() - lineHeight - spacing::inner, width() - 2 * spacing::inner, lineHeight);
        return paintWords(painter, line, {});
    }
    const QRect ring(12, (height() - side) / 2, side, side);
    paintMark(painter, QStyle::visualRect(layoutDirection(), rect(), ring));
    const int left = ring.right() + 11;
    const int right = width() - 8;
    const QStringList details = wrapped(m_detail, font(), right - left);
    const int lines = 1 + int(details.size());
    const int top = (height() - lineHeight * lines - (details.isEmpty() ? 0 : 2)) / 2;
    paintWords(painter, QRect(left, top, right - left, lineHeight), details);
}

void StepButton::paintMark(QPainter& painter, const QRect& ring) const
{
    if (m_mark != Mark::Waiting)
        return markIcon(m_mark).paint(&painter, ring.adjusted(2, 2, -2, -2));
    painter.setPen(QPen(toneColour(m_current ? Tone::Accent : Tone::Neutral, palette()), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QRectF(ring).adjusted(1, 1, -1, -1));
    painter.drawText(ring, Qt::AlignCenter, QString::number(m_number));
}

void StepButton::paintWords(QPainter& painter, QRect line, const QStringList& details) const
{
    const auto side = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignAbsolute;
    const Qt::Alignment alignment = (m_narrow ? Qt::AlignHCenter : side) | Qt::AlignVCenter;
    line = QStyle::visualRect(layoutDirection(), rect(), line);
    painter.setLayoutDirection(directionOf(text()));
    painter.setFont(m_current ? boldFont(font()) : font());
    // What cannot be clicked yet is to be read all the same.
    painter.setPen(isEnabled() ? palette().color(QPalette::Normal, QPalette::WindowText)
                               : toneColour(Tone::Neutral, palette()));
    painter.drawText(
        line, alignment, m_current ? text() : fontMetrics().elidedText(text(), Qt::ElideRight, line.width()));
    painter.setFont(font());
    painter.setPen(toneColour(Tone::Neutral, palette()));
    painter.setLayoutDirection(directionOf(m_detail));
    line.translate(0, 2);
    for (const QString& detail : details) {
        line.translate(0, line.height());
        painter.drawText(line, alignment, detail);
    }
}

StepList::StepList(QWidget* parent)
    : QWidget(parent)
{
    columnOf(this, {}, spacing::small, {});
}

void StepList::addStep(const QString& objectName, const QString& title)
{
    const int number = int(m_buttons.size());
    auto* button = new StepButton(number + 1, title, this);
    button->setObjectName(objectName);
    if (number > 0)
        button->setStepBefore(m_buttons.last()->text());
    button->setEnabled(number == 0);
    connect(button, &QAbstractButton::clicked, this, [this, number] { emit stepRequested(number); });
    layout()->addWidget(button);
    m_buttons.append(button);
}

void StepList::setCurrent(int step)
{
    for (int i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setCurrent(i == step);
}

void StepList::setReached(int step)
{
    for (int i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setEnabled(i <= step);
}

void StepList::setNarrow(bool narrow)
{
    for (StepButton* button : std::as_const(m_buttons))
        button->setNarrow(narrow);
}

void StepList::setDetail(int step, Mark mark, const QString& detail)
{
    m_buttons[step]->setDetail(mark, detail);
}

}
