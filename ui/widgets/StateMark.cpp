// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/StateMark.h"

#include "ui/widgets/Icons.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace torchmason {

Tone toneOf(Mark mark)
{
    switch (mark) {
    case Mark::Good:
        return Tone::Good;
    case Mark::Warning:
        return Tone::Warning;
    case Mark::Bad:
        return Tone::Bad;
    case Mark::Running:
        return Tone::Accent;
    case Mark::Unknown:
    case Mark::Waiting:
    case Mark::Skipped:
    case Mark::NotReached:
    case Mark::Stopped:
        return Tone::Neutral;
    }
    return Tone::Neutral;
}

QIcon markIcon(Mark mark)
{
    static const char* const names[]
        = { "check", "warning", "cross", "unknown", "running", "waiting", "skipped", "not-reached", "stop" };
    return icon(QLatin1String(names[int(mark)]), toneOf(mark));
}

void paintOpenBar(QPainter& painter, const QWidget& entry)
{
    if (!hasOneGround(entry.palette()))
        return;
    const QRect bar(1, spacing::inner, 3, entry.height() - 2 * spacing::inner);
    painter.fillRect(QStyle::visualRect(entry.layoutDirection(), entry.rect(), bar),
        toneColour(Tone::Accent, entry.palette()));
}

StateMark::StateMark(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StateMark::setMark(Mark mark, const QString& word)
{
    m_mark = mark;
    m_word = word;
    setAccessibleName(word);
    setToolTip(word);
    updateGeometry();
    update();
}

void StateMark::setWordVisible(bool visible)
{
    m_wordVisible = visible;
    updateGeometry();
    update();
}

void StateMark::setWordWrap(bool wraps)
{
    m_wraps = wraps;
    QSizePolicy policy(wraps ? QSizePolicy::Preferred : QSizePolicy::Fixed,
        wraps ? QSizePolicy::Preferred : QSizePolicy::Fixed);
    policy.setHeightForWidth(wraps);
    setSizePolicy(policy);
}

int StateMark::iconSide(const QFontMetrics& metrics)
{
    return grown(16, metrics);
}

QSize StateMark::sizeHint() const
{
    // An advance is rounded, and what is a part of a pixel too narrow is cut.
    const int text = m_wordVisible ? spacing::small + fontMetrics().horizontalAdvance(m_word) + 1 : 0;
    // As high as other words, so that they stand in one line; icons have a margin of their own.
    const int height
        = m_wordVisible ? fontMetrics().height() : qMax(iconSide(fontMetrics()), fontMetrics().height());
    return { iconSide(fontMetrics()) + text, height };
}

QSize StateMark::minimumSizeHint() const
{
    constexpr int fewLetters = 10;
    const QSize whole = sizeHint();
    const int few = iconSide(fontMetrics()) + spacing::small + fewLetters * fontMetrics().averageCharWidth();
    return m_wraps ? QSize(std::min(few, whole.width()), whole.height()) : whole;
}

int StateMark::heightForWidth(int width) const
{
    const int text = std::max(1, width - iconSide(fontMetrics()) - spacing::small);
    const QRect room(0, 0, text, QWIDGETSIZE_MAX);
    return std::max(sizeHint().height(), fontMetrics().boundingRect(room, Qt::TextWordWrap, m_word).height());
}

void StateMark::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int side = iconSide(fontMetrics());
    const int line = m_wraps ? sizeHint().height() : height(); // the mark stands beside the first one
    const auto placed
        = [this](const QRect& part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    markIcon(m_mark).paint(&painter, placed({ 0, (line - side) / 2, side, side }));
    if (!m_wordVisible)
        return;
    painter.setPen(toneColour(toneOf(m_mark), palette()));
    const QRect text = placed(rect().adjusted(side + spacing::small, 0, 0, 0));
    const int where
        = int(QStyle::visualAlignment(layoutDirection(), m_wraps ? Qt::AlignTop : Qt::AlignVCenter));
    if (m_wraps)
        return style()->drawItemText(&painter, text, where | Qt::TextWordWrap, palette(), true, m_word);
    style()->drawItemText(&painter, text, where, palette(), true,
        fontMetrics().elidedText(m_word, Qt::ElideRight, text.width()));
}

}
