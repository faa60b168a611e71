// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogView.h"

#include "ui/logview/LogDocument.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogText.h"
#include "ui/widgets/Theme.h"

#include <QAccessible>

#include <algorithm>
#include <limits>

namespace torchmason {

LogView::LogView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_bar(new LogScrollBar(this))
{
    setObjectName(QStringLiteral("logView"));
    setAccessibleName(tr("Log"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setFont(monospaceFont(font()));
    setVerticalScrollBar(m_bar);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
}

LogView::~LogView() = default;

void LogView::setDocument(LogDocument* document)
{
    m_document = document;
    m_reader = document ? std::make_unique<LogReader>(document->path(), document->index()) : nullptr;
    m_filter.reset();
    m_findings.clear();
    m_anchor = m_cursor = {};
    m_widest = 0;
    documentGrown();
    setFindingLines({});
}

void LogView::setNotice(const QString& sentence)
{
    m_notice = sentence;
    viewport()->update();
}

void LogView::setHighlight(const LogQuery& query)
{
    m_highlight = query.isEmpty() ? nullptr : std::make_unique<LogQueryMatcher>(query);
    viewport()->update();
}

void LogView::setFilter(std::optional<QVector<qint64>> lines)
{
    const qint64 keep = m_cursor.line;
    const bool toggled = m_filter.has_value() != lines.has_value();
    m_filter = std::move(lines);
    documentGrown();
    showFindingMarks();
    if (toggled && !m_following)
        goToLine(keep);
}

void LogView::setFindingLines(const QVector<qint64>& lines)
{
    m_findings = lines;
    std::sort(m_findings.begin(), m_findings.end());
    showFindingMarks();
}

// They stand at the rows, so they move with the filter.
void LogView::showFindingMarks()
{
    QVector<double> marks;
    const double total = double(std::max<qint64>(1, rowCount()));
    for (const qint64 line : std::as_const(m_findings))
        marks.append(double(rowOfLine(line)) / total);
    m_bar->setFindingMarks(marks);
    viewport()->update();
}

qint64 LogView::rowCount() const
{
    if (m_filter)
        return m_filter->size();
    return m_document ? m_document->index()->lineCount() : 0;
}

qint64 LogView::lineOfRow(qint64 row) const
{
    if (!m_filter)
        return row;
    return row >= 0 && row < m_filter->size() ? m_filter->at(row) : 0;
}

// With a filter: the row of the line or of the next one that is shown.
qint64 LogView::rowOfLine(qint64 line) const
{
    if (!m_filter)
        return line;
    return std::lower_bound(m_filter->begin(), m_filter->end(), line) - m_filter->begin();
}

int LogView::lineHeight() const
{
    return fontMetrics().height() + 2;
}
int LogView::visibleRows() const
{
    return std::max(1, viewport()->height() / lineHeight());
}

void LogView::documentGrown()
{
    m_visibleIsStale = true;
    updateScrollBars();
    if (m_following)
        scrollToEnd();
    viewport()->update();
}

void LogView::updateScrollBars()
{
    const qint64 most = std::max<qint64>(0, rowCount() - visibleRows());
    verticalScrollBar()->setPageStep(visibleRows());
    verticalScrollBar()->setRange(0, int(std::min<qint64>(most, std::numeric_limits<int>::max())));
    const int room = viewport()->width() - gutterWidth();
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(fontMetrics().averageCharWidth() * 8);
    horizontalScrollBar()->setRange(0, std::max(0, m_widest + spacing::inner - room));
}

void LogView::scrollToEnd()
{
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void LogView::setFollowing(bool following)
{
    if (following)
        scrollToEnd();
    if (following == m_following)
        return;
    m_following = following;
    emit followingChanged(following);
}

void LogView::goToLine(qint64 line)
{
    const qint64 row = std::clamp<qint64>(rowOfLine(line), 0, std::max<qint64>(0, rowCount() - 1));
    setFollowing(false);
    m_cursor = m_anchor = { lineOfRow(row), 0 };
    const qint64 top = row - visibleRows() / 3;
    verticalScrollBar()->setValue(int(std::clamp<qint64>(top, 0, verticalScrollBar()->maximum())));
    horizontalScrollBar()->setValue(0);
    viewport()->update();
    announceCurrentLine();
}

const QVector<FileLine>& LogView::visibleLines()
{
    if (!m_visibleIsStale || !m_reader)
        return m_visible;
    m_visibleIsStale = false;
    m_visible.clear();
    const qint64 first = verticalScrollBar()->value();
    const qint64 last = std::min<qint64>(rowCount(), first + visibleRows() + 1);
    if (!m_filter) {
        m_visible = m_reader->lines(first, last - first);
        return m_visible;
    }
    for (qint64 row = first; row < last; ++row)
        m_visible += m_reader->lines(lineOfRow(row), 1);
    return m_visible;
}

FileLine LogView::lineAt(qint64 line)
{
    const QVector<FileLine> lines = m_reader ? m_reader->lines(line, 1) : QVector<FileLine> {};
    return lines.value(0);
}

QString LogView::currentLineText()
{
    const FileLine line = lineAt(m_cursor.line);
    return shownLine(line.head, line.length);
}

void LogView::announceCurrentLine()
{
    setAccessibleDescription(tr("Line %1: %2").arg(m_cursor.line + 1).arg(currentLineText()));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    emit currentLineChanged(m_cursor.line);
}

void LogView::scrollContentsBy(int, int)
{
    m_visibleIsStale = true;
    viewport()->update();
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    documentGrown();
}

void LogView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateScrollBars();
}

}
