// SPDX-License-Identifier: GPL-3.0-or-later
// The painting half of LogView.
#include "core/parse/LineSeverity.h"
#include "ui/logview/LogText.h"
#include "ui/logview/LogView.h"
#include "ui/logview/SearchTerms.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace torchmason {

namespace {

constexpr int markWidth = 4;

QColor colourOf(Severity severity, const QPalette& palette)
{
    if (severity < Severity::Warning)
        return palette.color(QPalette::Text);
    return toneColour(severity == Severity::Warning ? Tone::Warning : Tone::Bad, palette);
}

// Terminals choose their colours for a black ground; these are readable on the palette's own.
QColor terminalColour(int number, const QPalette& palette)
{
    const bool dark = isDark(palette);
    switch (number) {
    case 1:
        return toneColour(Tone::Bad, palette);
    case 2:
        return toneColour(Tone::Good, palette);
    case 3:
        return toneColour(Tone::Warning, palette);
    case 4:
        return toneColour(Tone::Accent, palette);
    case 5:
        return dark ? QColor(0xe0, 0x9c, 0xff) : QColor(0x8a, 0x1f, 0x9c);
    case 6:
        return dark ? QColor(0x5c, 0xd6, 0xd6) : QColor(0x00, 0x66, 0x70);
    default: // black and white: one of them would not be seen
        return palette.color(QPalette::Text);
    }
}

QVector<QTextLayout::FormatRange> formatsOf(const QVector<LineColour>& colours, const QPalette& palette)
{
    QVector<QTextLayout::FormatRange> formats;
    for (const LineColour& one : colours) {
        QTextLayout::FormatRange format;
        format.start = one.start;
        format.length = one.length;
        if (one.colour >= 0)
            format.format.setForeground(terminalColour(one.colour, palette));
        if (one.bold)
            format.format.setFontWeight(QFont::Bold);
        formats.append(format);
    }
    return formats;
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
    const int digits = std::max<int>(5, int(QString::number(m_layout.lineCount()).size()));
    return markWidth + 2 * spacing::inner + timeWidth() + foldWidth()
        + digits * fontMetrics().horizontalAdvance(QLatin1Char('0'));
}

int LogView::timeWidth() const
{
    return m_timeOf ? fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + spacing::inner : 0;
}

int LogView::foldWidth() const
{
    return m_folds.isEmpty() ? 0 : fontMetrics().horizontalAdvance(QStringLiteral("00"));
}

// The line that a search is at, while the keyboard is in its field as well.
bool LogView::isCurrentHit(qint64 line) const
{
    return line == m_cursor.line && !m_following
        && std::any_of(
            m_highlights.begin(), m_highlights.end(), [](const Marker& marker) { return !marker.colour; });
}

// Answers the height of the text.
int LogView::layOut(QTextLayout& layout, const QString& text) const
{
    layout.setText(text);
    layout.setFont(font());
    layout.setCacheEnabled(true);
    QTextOption option;
    option.setWrapMode(m_wrapped ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    layout.setTextOption(option);
    layout.beginLayout();
    const double width = m_wrapped
        ? std::max(viewport()->width() - gutterWidth(), 10 * fontMetrics().averageCharWidth())
        : 1e6;
    const int height = fontMetrics().height();
    int y = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, y));
        y += height;
    }
    layout.endLayout();
    return std::max(y, height);
}

std::pair<int, int> LogView::selectionIn(qint64 line, int length) const
{
    const auto [first, last] = std::minmax(m_anchor, m_cursor);
    return selectedPart(first, last, line, length);
}

void LogView::paintGutter(QPainter& painter, const FileLine& line, int top, int height)
{
    const QRect gutter(0, top, gutterWidth() - spacing::inner, lineHeight());
    painter.fillRect(gutter, palette().color(QPalette::AlternateBase));
    if (std::binary_search(m_findings.begin(), m_findings.end(), line.line))
        painter.fillRect(QRect(0, top, markWidth, height), toneColour(Tone::Bad, palette()));
    const bool current = line.line == m_cursor.line && hasFocus();
    painter.setPen(current ? palette().color(QPalette::Text) : toneColour(Tone::Neutral, palette()));
    if (!line.isHeading())
        painter.drawText(gutter.adjusted(0, 0, -spacing::small - foldWidth(), 0),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(line.place.value + 1));
    paintFold(painter, line, top);
    if (m_bookmarks.contains(line.line)) { // a pennant
        const int left = gutter.right() + 1;
        const int middle = top + lineHeight() / 2;
        painter.setPen(Qt::NoPen);
        painter.setBrush(toneColour(Tone::Accent, palette()));
        painter.drawPolygon(QPolygon({ { left, middle - 5 }, { left + 7, middle }, { left, middle + 5 } }));
    }
    if (m_timeOf && !line.isHeading()) {
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(gutter.adjusted(markWidth + spacing::small, 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter, m_timeOf({ line.place.stage, line.offset }));
    }
}

// A triangle that points at what is folded away, or down at what is not.
void LogView::paintFold(QPainter& painter, const FileLine& line, int top)
{
    if (m_isFiltered || !m_folds.foldAt(line.line))
        return;
    const double side = fontMetrics().height() / 4.0;
    const QPointF middle(gutterWidth() - spacing::inner - foldWidth() / 2.0, top + lineHeight() / 2.0);
    const QPolygonF shape = m_folds.isFolded(line.line)
        ? QPolygonF({ middle + QPointF(-side / 2, -side), middle + QPointF(side / 2, 0),
            middle + QPointF(-side / 2, side) })
        : QPolygonF({ middle + QPointF(-side, -side / 2), middle + QPointF(side, -side / 2),
            middle + QPointF(0, side / 2) });
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Text));
    painter.drawPolygon(shape);
    painter.restore();
}

// The bytes of a heading are its stage's title; how the stage ended is known elsewhere.
void LogView::paintHeading(QPainter& painter, const FileLine& line, const QRect& row)
{
    const LogHeading heading = headingOf(line.place.stage);
    painter.fillRect(row, palette().color(QPalette::AlternateBase));
    painter.fillRect(QRect(row.left(), row.top(), row.width(), 1), lineColour(palette()));
    const int side = fontMetrics().height();
    const QRect icon(gutterWidth(), row.top() + (row.height() - side) / 2, side, side);
    markIcon(heading.mark).paint(&painter, icon);
    QFont bold = font();
    bold.setBold(true);
    QRect text = row.adjusted(icon.right() + spacing::inner - row.left(), 0, -spacing::inner, 0);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, heading.title);
    text.setLeft(text.left() + QFontMetrics(bold).horizontalAdvance(heading.title) + spacing::group);
    painter.setFont(font());
    painter.setPen(toneColour(Tone::Neutral, palette()));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, headingDetail(line));
}

void LogView::paintText(QPainter& painter, const FileLine& line, int top)
{
    const QString text = shownLine(line.head, line.length);
    QTextLayout layout;
    if (line.head.contains('\x1b'))
        layout.setFormats(formatsOf(lineColours(line.head, text), palette()));
    layOut(layout, text);
    QVector<QTextLayout::FormatRange> ranges;
    for (const Marker& marker : std::as_const(m_highlights)) {
        const QColor background
            = marker.colour ? searchColour(*marker.colour, palette()) : hitColour(palette());
        const bool isCurrent = !marker.colour && isCurrentHit(line.line);
        for (const auto& [start, length] : marker.matcher.places(text))
            ranges.append(isCurrent ? range(start, length, palette().color(QPalette::HighlightedText),
                              palette().color(QPalette::Highlight))
                                    : range(start, length, palette().color(QPalette::Text), background));
    }
    if (const auto [from, length] = selectionIn(line.line, int(text.size())); length > 0)
        ranges.append(range(
            from, length, palette().color(QPalette::HighlightedText), palette().color(QPalette::Highlight)));
    if (m_hovered && m_hovered->logLine == line.line) {
        QTextLayout::FormatRange link;
        link.start = m_hovered->link.start;
        link.length = m_hovered->link.length;
        link.format.setFontUnderline(true);
        ranges.append(link);
    }
    painter.setPen(colourOf(severityOfRaw(line.head), palette()));
    const QPointF begin(gutterWidth() - horizontalScrollBar()->value(), top + 1);
    layout.draw(&painter, begin, ranges);
    const QTextLine last = layout.lineAt(layout.lineCount() - 1);
    double end = last.naturalTextWidth(); // of the text: the layout itself is wider than any
    if (const QString folded = foldedText(line); !folded.isEmpty()) {
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(begin + QPointF(end + spacing::group, last.y() + last.ascent()), folded);
        end += spacing::group + fontMetrics().horizontalAdvance(folded);
    }
    m_widest = std::max(m_widest, int(std::ceil(end)));
}

void LogView::paintRow(QPainter& painter, const FileLine& line, const QRect& row)
{
    if (line.isHeading())
        return paintHeading(painter, line, row);
    if (std::binary_search(m_findings.begin(), m_findings.end(), line.line))
        painter.fillRect(row, toneBackground(Tone::Bad, palette()));
    else if (line.line == m_cursor.line && (hasFocus() || isCurrentHit(line.line)))
        painter.fillRect(row, palette().color(QPalette::AlternateBase));
    if (m_isFiltered && m_rows->context() > 0 && m_rows->beginsRun(line.line))
        painter.fillRect(QRect(0, row.top(), viewport()->width(), 1), lineColour(palette()));
    paintText(painter, line, row.top());
}

void LogView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setLayoutDirection(layoutDirection()); // a painter has the application's
    const QVector<FileLine> lines = visibleLines();
    if (lines.isEmpty()) {
        painter.setPen(toneColour(Tone::Neutral, palette()));
        painter.drawText(viewport()->rect().adjusted(spacing::page, spacing::group, -spacing::page, 0),
            int(Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap), notice());
        return;
    }
    const int widest = m_widest;
    if (std::exchange(m_isWidestOld, false))
        m_widest = 0;
    const QRect gutter(0, 0, gutterWidth() - spacing::inner, viewport()->height());
    QVector<int> tops { 0 };
    for (int i = 0; i < lines.size() && tops.last() < viewport()->height(); ++i) {
        const int top = tops.last();
        tops.append(top + heightOf(lines[i]));
        paintRow(painter, lines[i],
            QRect(gutterWidth() - spacing::inner, top, viewport()->width(), tops.last() - top));
    }
    painter.fillRect(gutter, palette().color(QPalette::AlternateBase));
    for (int i = 0; i + 1 < tops.size(); ++i)
        paintGutter(painter, lines[i], tops[i], tops[i + 1] - tops[i]);
    if (m_widest != widest)
        QMetaObject::invokeMethod(
            this, [this] { updateScrollBars(); }, Qt::QueuedConnection);
}

}
