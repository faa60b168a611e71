// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines stand in which rows of LogView, how high they are, and what is folded.
#include "ui/logview/LogText.h"
#include "ui/logview/LogView.h"
#include "ui/widgets/Theme.h"

#include <QAccessible>
#include <QApplication>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace torchmason {

qint64 LogView::rowCount() const
{
    const qint64 lines = m_layout.lineCount();
    return m_rows ? m_rows->count(lines) : lines;
}

qint64 LogView::lineOfRow(qint64 row) const
{
    return m_rows ? m_rows->lineOf(row) : row;
}

// With a filter: the row of the line or of the next one that is shown.
qint64 LogView::rowOfLine(qint64 line) const
{
    return m_rows ? m_rows->rowOf(line) : line;
}

double LogView::shareOfLine(qint64 line) const
{
    return double(rowOfLine(line)) / double(std::max<qint64>(1, rowCount()));
}

void LogView::setFolds(const LogFolds& folds)
{
    m_folds = folds;
    applyFolds();
}

LogHeading LogView::headingOf(const QString& stage) const
{
    return m_headingOf ? m_headingOf(stage) : LogHeading {};
}

QString LogView::linesText(qint64 count)
{
    return count == 1 ? tr("1 line") : tr("%Ln lines", nullptr, int(count));
}

void LogView::setHeadings(std::function<LogHeading(const QString& stage)> headingOf)
{
    m_headingOf = std::move(headingOf);
}

void LogView::applyFolds()
{
    const qint64 rows = rowCount();
    m_cursor.line = m_folds.shownFor(m_cursor.line);
    m_anchor.line = m_folds.shownFor(m_anchor.line);
    if (!m_isFiltered)
        m_rows = m_folds.rows();
    m_isWidestOld = m_isWidestOld || rowCount() < rows;
    updateRows();
    showFindingMarks();
}

void LogView::foldAtCursor(bool folded)
{
    m_folds.setFolded(m_cursor.line, folded);
    applyFolds();
    announceCurrentLine();
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    emit foldsChanged();
}

QString LogView::descriptionOfLine(qint64 line)
{
    if (line >= m_layout.lineCount())
        return {};
    const FileLine bytes = lineAt(line);
    const LogHeading heading = headingOf(bytes.place.stage);
    QString text = bytes.isHeading() ? tr("Stage %1, %2").arg(heading.title, heading.detail)
                                     : tr("Line %1").arg(bytes.place.value + 1);
    if (const auto fold = m_folds.foldAt(line); fold && !m_isFiltered)
        text += QLatin1String(", ")
            + (m_folds.isFolded(line) ? tr("folded, %1") : tr("can be folded, %1"))
                  .arg(linesText(fold->count));
    return text;
}

QString LogView::headingDetail(const FileLine& line) const
{
    const QString detail = headingOf(line.place.stage).detail;
    const auto fold = m_folds.foldAt(line.line);
    return fold ? detail + QStringLiteral("  \u00b7  ") + linesText(fold->count) : detail;
}

QString LogView::textOfRow(const FileLine& line) const
{
    if (line.isHeading())
        return headingOf(line.place.stage).title + QStringLiteral("  ") + headingDetail(line);
    const QString text = shownLine(line.head, line.length);
    const QString folded = foldedText(line);
    return folded.isEmpty() ? text : text + QStringLiteral("  ") + folded;
}

// Beside a step whose lines are folded away; empty otherwise.
QString LogView::foldedText(const FileLine& line) const
{
    const auto fold = m_folds.foldAt(line.line);
    return fold && !m_isFiltered && m_folds.isFolded(line.line) ? tr("%1 folded").arg(linesText(fold->count))
                                                                : QString();
}

int LogView::lineHeight() const
{
    return fontMetrics().height() + 2;
}

int LogView::heightFor(int lines) const
{
    return lines * (QFontMetrics(m_usualFont).height() + 2) + horizontalScrollBar()->sizeHint().height()
        + 2 * frameWidth();
}

int LogView::visibleRows() const
{
    return std::max(1, viewport()->height() / lineHeight());
}

QVector<FileLine> LogView::linesOfRows(qint64 first, qint64 count)
{
    const qint64 end = std::min(rowCount(), first + count);
    if (!m_rows)
        return m_disk
            .askIfAwake([reader = m_reader, first, end] { return reader->lines(first, end - first); })
            .value_or(QVector<FileLine>());
    QVector<qint64> wanted;
    for (qint64 row = first; row < end; ++row)
        wanted.append(lineOfRow(row));
    const auto read = [reader = m_reader, wanted] {
        QVector<FileLine> lines;
        for (const qint64 line : wanted)
            lines += reader->lines(line, 1);
        return lines;
    };
    return m_disk.askIfAwake(read).value_or(QVector<FileLine>());
}

int LogView::heightOf(const FileLine& line) const
{
    if (!m_wrapped)
        return lineHeight();
    QTextLayout layout;
    return layOut(layout, shownLine(line.head, line.length)) + 2;
}

// The first row in sight when this one stands at the bottom.
qint64 LogView::topRowFor(qint64 row)
{
    const qint64 highest = row - visibleRows() + 1;
    if (!m_wrapped)
        return highest;
    const qint64 first = std::max<qint64>(0, highest);
    const QVector<FileLine> lines = linesOfRows(first, row - first + 1);
    int room = viewport()->height();
    for (qsizetype i = lines.size() - 1; i >= 0; --i) {
        room -= heightOf(lines[i]);
        if (room < 0)
            return std::min(row, first + i + 1);
    }
    return highest;
}

// How many rows stand in sight with all of their text.
int LogView::wholeRows()
{
    if (!m_wrapped)
        return visibleRows();
    int room = viewport()->height();
    int rows = 0;
    for (const FileLine& line : visibleLines()) {
        room -= heightOf(line);
        if (room < 0)
            break;
        ++rows;
    }
    return std::max(1, rows);
}

void LogView::showHit(const LogQuery& query)
{
    const QString text = currentLineText();
    const auto hits = LogQueryMatcher(query).places(text);
    if (m_wrapped || hits.isEmpty())
        return;
    QTextLayout layout;
    layOut(layout, text);
    const QTextLine line = layout.lineAt(0);
    m_widest = std::max(m_widest, int(std::ceil(line.naturalTextWidth()))); // it was not painted yet
    updateScrollBars();
    const auto [start, length] = hits.first();
    const int room = viewport()->width() - gutterWidth() - spacing::inner;
    const int needed = int(std::ceil(line.cursorToX(start + length))) - room;
    horizontalScrollBar()->setValue(
        std::min(needed, int(line.cursorToX(start)))); // a long one from its start
}

QRect LogView::currentRow()
{
    int top = 0;
    for (const FileLine& line : visibleLines()) {
        if (line.line == m_cursor.line)
            return { 0, top, viewport()->width(), heightOf(line) };
        top += heightOf(line);
    }
    return {};
}

void LogView::setWrapped(bool wrapped)
{
    m_wrapped = wrapped;
    m_widest = 0;
    updateRows();
}

void LogView::setFontFamily(const QString& family)
{
    m_usualFont = monospaceFont(QApplication::font()); // it may be of another size by now
    if (!family.isEmpty())
        m_usualFont.setFamily(family);
    setZoom(m_zoom);
}

void LogView::setZoom(int steps)
{
    constexpr double smallest = 5;
    constexpr double largest = 40;
    m_zoom = steps;
    QFont font = m_usualFont;
    if (font.pixelSize() > 0)
        font.setPixelSize(int(std::clamp<double>(font.pixelSize() + steps, smallest, largest)));
    else
        font.setPointSizeF(std::clamp(font.pointSizeF() + steps, smallest, largest));
    m_widest = 0;
    setFont(font);
    updateRows();
}

}
