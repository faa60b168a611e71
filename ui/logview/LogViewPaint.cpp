// SPDX-License-Identifier: GPL-3.0-or-later
// The painting half of LogView.
#include "core/parse/LineSeverity.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogText.h"
#include "ui/logview/LogView.h"
#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int markWidth = 4;

QColor colourOf(Severity severity, const QPalette& palette)
{
    if (severity < Severity::Warning)
        return palette.color(QPalette::Text);
    return toneColour(severity == Severity::Warning ? Tone::Warning : Tone::Bad, palette);
}

QTextLayout::FormatRange range(int start, int length, const QColor& text, const QColor& background)
{
    QTextLayout::FormatRange result;
    result.start = start;
    result.length = length;
    result.format.setForeground(text);
    result.format.setBackground(background);
    return result;
}

}

// At least five digits wide, so that nothing moves while a log grows.
int LogView::gutterWidth() const
{
    const qint64 lines = m_document ? m_document->index()->lineCount() : 0;
    const int digits = std::max<int>(5, int(QString::number(lines).size()));
    return markWidth + 2 * spacing::inner + digits * fontMetrics().horizontalAdvance(QLatin1Char('0'));
}

void LogView::layOut(QTextLayout& layout, const QString& text) const
{
    layout.setText(text);
    layout.setFont(font());
    layout.setCacheEnabled(true);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    layout.setTextOption(option);
    layout.beginLayout();
    layout.createLine().setLineWidth(1e6);
    layout.endLayout();
}

std::pair<int, int> LogView::selectionIn(qint64 line, int length) const
{
    const auto [first, last] = std::minmax(m_anchor, m_cursor);
    return selectedPart(first, last, line, length);
}

void LogView::paintGutter(QPainter& painter, const FileLine& line, int top)
{
    const QRect gutter(0, top, gutterWidth() - spacing::inner, lineHeight());
    painter.fillRect(gutter, palette().color(QPalette::AlternateBase));
    if (std::binary_search(m_findings.begin(), m_findings.end(), line.line))
        painter.fillRect(QRect(0, top, markWidth, lineHeight()), toneColour(Tone::Bad, palette()));
    const bool current = line.line == m_cursor.line && hasFocus();
    painter.setPen(current ? palette().color(QPalette::Text) : toneColour(Tone::Neutral, palette()));
    painter.drawText(gutter.adjusted(0, 0, -spacing::small, 0), Qt::AlignRight | Qt::AlignVCenter,
        QString::number(line.line + 1));
}

void LogView::paintText(QPainter& painter, const FileLine& line, int top)
{
    const QString text = shownLine(line.head, line.length);
    QTextLayout layout;
    layOut(layout, text);
    m_widest = std::max(m_widest, int(layout.boundingRect().width()));
    QVector<QTextLayout::FormatRange> ranges;
    if (m_highlight) {
        QColor background = toneColour(Tone::Warning, palette());
        background.setAlpha(90);
        for (const auto& [start, length] : m_highlight->places(text))
            ranges.append(range(start, length, palette().color(QPalette::Text), background));
    }
    if (const auto [from, length] = selectionIn(line.line, int(text.size())); length > 0)
        ranges.append(range(
            from, length, palette().color(QPalette::HighlightedText), palette().color(QPalette::Highlight)));
    painter.setPen(colourOf(severityOfRaw(line.head), palette()));
    layout.draw(&painter, QPointF(gutterWidth() - horizontalScrollBar()->value(), top + 1), ranges);
}

void LogView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    if (rowCount() == 0) {
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(viewport()->rect().adjusted(spacing::page, spacing::group, -spacing::page, 0),
            int(Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap), m_notice);
        return;
    }
    const int widest = m_widest;
    const QRect gutter(0, 0, gutterWidth() - spacing::inner, viewport()->height());
    const QVector<FileLine> lines = visibleLines();
    for (int i = 0; i < lines.size(); ++i) {
        const int top = i * lineHeight();
        const QRect whole(gutterWidth() - spacing::inner, top, viewport()->width(), lineHeight());
        if (std::binary_search(m_findings.begin(), m_findings.end(), lines[i].line))
            painter.fillRect(whole, toneBackground(Tone::Bad, palette()));
        else if (lines[i].line == m_cursor.line && hasFocus())
            painter.fillRect(whole, palette().color(QPalette::AlternateBase));
        paintText(painter, lines[i], top);
    }
    painter.fillRect(gutter, palette().color(QPalette::AlternateBase));
    for (int i = 0; i < lines.size(); ++i)
        paintGutter(painter, lines[i], i * lineHeight());
    if (m_widest != widest)
        QMetaObject::invokeMethod(
            this, [this] { updateScrollBars(); }, Qt::QueuedConnection);
}

}
