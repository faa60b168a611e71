// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogView.h"

#include "ui/logview/LogAccessible.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogText.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/Theme.h"

#include <algorithm>
#include <limits>

namespace torchmason {

LogView::LogView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_reader(std::make_shared<LogReader>())
    , m_bar(new LogScrollBar(this))
{
    LogAccessible::install();
    setObjectName(QStringLiteral("logView"));
    setAccessibleName(tr("Log"));
    setFocusPolicy(Qt::StrongFocus);
    setQuietFrame(*this);
    setLayoutDirection(Qt::LeftToRight); // as logs are, with the scroll bar away from the line numbers
    m_usualFont = monospaceFont(font());
    setFont(m_usualFont);
    setVerticalScrollBar(m_bar);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    connect(&m_disk, &PatientDisk::answered, this, &LogView::updateRows);
}

LogView::~LogView()
{
    // Qt would let it live until this is a plain QWidget only.
    if (m_spoken)
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(m_spoken));
}

void LogView::setDocument(LogDocument* document)
{
    m_document = document;
    m_layout = document ? document->layout() : LogLayout {};
    setReaderLayout();
    m_rows.reset();
    m_isFiltered = false;
    m_folds = {};
    m_findings.clear();
    m_bookmarks.clear();
    m_keepsCurrent = false;
    m_anchor = m_cursor = {};
    m_widest = 0;
    m_hovered.reset();
    m_pointedAt.reset();
    m_fileQuery.forget();
    m_hoverQuery.forget();
    updateRows();
    setFindingLines({});
}

void LogView::takeChange(const std::function<void()>& rest)
{
    const bool keeps = m_keepsCurrent;
    const LogLayout before = std::exchange(m_layout, m_document ? m_document->layout() : LogLayout {});
    setReaderLayout();
    const auto moved = [&](qint64 line) { return m_layout.lineFrom(before, line); };
    const qint64 top = moved(lineOfRow(verticalScrollBar()->value()));
    if (!m_layout.keepsLinesOf(before)) {
        m_cursor.line = moved(m_cursor.line);
        m_anchor.line = moved(m_anchor.line);
        m_folds.moveLines(moved);
        if (m_isFiltered)
            m_rows.emplace(m_rows->context());
        showHovered({});
        m_pointedAt.reset();
    }
    rest();
    updateRows();
    if (!m_following && keeps)
        keepInSight(rowOfLine(top), true);
    else if (!m_following)
        verticalScrollBar()->setValue(int(rowOfLine(top)));
    m_keepsCurrent = keeps;
}

void LogView::setNotice(const QString& sentence)
{
    m_notice = sentence;
    LogAccessible::tellRows(*this);
    viewport()->update();
}

QString LogView::notice() const
{
    if (m_disk.isLate())
        return tr("The disk of this log does not respond. The log is shown once it responds.");
    return rowCount() == 0 ? m_notice : QString();
}

void LogView::setBookmarks(const QMap<qint64, QString>& notes)
{
    m_bookmarks = notes;
    showFindingMarks();
}

void LogView::setTimeColumn(std::function<QString(const StagePlace& byte)> timeOf)
{
    const bool isNew = bool(timeOf) != bool(m_timeOf);
    m_timeOf = std::move(timeOf);
    if (isNew)
        updateScrollBars();
    viewport()->update();
}

void LogView::setHighlights(const QVector<Highlight>& highlights)
{
    m_highlights.clear();
    for (const Highlight& highlight : highlights)
        m_highlights.append({ LogQueryMatcher(highlight.query), highlight.colour });
    viewport()->update();
}

void LogView::setFilter(const std::optional<QVector<qint64>>& lines, int context)
{
    const qint64 keep = m_cursor.line;
    const qint64 rows = rowCount();
    const bool toggled = m_isFiltered != lines.has_value();
    if (!lines)
        m_rows = m_folds.rows();
    else if (!m_isFiltered || m_rows->context() != context)
        m_rows.emplace(context);
    m_isFiltered = lines.has_value();
    if (lines)
        m_rows->take(*lines, m_layout.headings());
    m_isWidestOld = m_isWidestOld || toggled || rowCount() < rows;
    updateRows();
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

// They stand at the rows, so they move with the filter and with what is folded.
void LogView::showFindingMarks()
{
    QVector<double> marks;
    for (const qint64 line : std::as_const(m_findings))
        marks.append(shareOfLine(line));
    m_bar->setMarks(LogScrollBar::Finding, marks);
    marks.clear();
    for (auto bookmark = m_bookmarks.keyBegin(); bookmark != m_bookmarks.keyEnd(); ++bookmark)
        marks.append(shareOfLine(*bookmark));
    m_bar->setMarks(LogScrollBar::Bookmark, marks);
    marks.clear();
    for (const LogFolds::Fold& stage : m_folds.stages())
        marks.append(shareOfLine(stage.line));
    m_bar->setMarks(LogScrollBar::Stage, marks);
    viewport()->update();
}

void LogView::updateRows()
{
    m_visibleIsStale = true;
    updateScrollBars();
    if (m_following)
        scrollToEnd();
    LogAccessible::tellRows(*this);
    viewport()->update();
}

void LogView::updateScrollBars()
{
    const qint64 most = std::max<qint64>(0, topRowFor(rowCount() - 1));
    verticalScrollBar()->setPageStep(visibleRows());
    verticalScrollBar()->setRange(0, int(std::min<qint64>(most, std::numeric_limits<int>::max())));
    const int room = viewport()->width() - gutterWidth();
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(fontMetrics().averageCharWidth() * 8);
    horizontalScrollBar()->setRange(0, m_wrapped ? 0 : std::max(0, m_widest + spacing::inner - room));
}

qint64 LogView::followedLine() const
{
    const LogLayout::Section* section = m_layout.sectionOf(m_followedStage);
    return std::max<qint64>(0, (section ? section->end() : m_layout.lineCount()) - 1);
}

void LogView::setFollowedStage(const QString& stage)
{
    m_followedStage = stage;
    if (m_following)
        scrollToEnd();
}

void LogView::scrollToEnd()
{
    const qint64 top = topRowFor(rowOfLine(followedLine() + 1) - 1);
    verticalScrollBar()->setValue(int(std::clamp<qint64>(top, 0, verticalScrollBar()->maximum())));
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
    if (m_folds.reveal(line)) {
        applyFolds();
        emit foldsChanged();
    }
    const qint64 row = std::clamp<qint64>(rowOfLine(line), 0, std::max<qint64>(0, rowCount() - 1));
    setFollowing(false);
    m_cursor = m_anchor = { lineOfRow(row), 0 };
    keepInSight(0, true);
    horizontalScrollBar()->setValue(0);
    m_keepsCurrent = true;
    viewport()->update();
    announceCurrentLine();
}

// With as little scrolling from `top` as it takes. A line that was gone to has no more than a third above it:
// what follows it is read, too, and the lowest rows may lie outside of a page that scrolls.
void LogView::keepInSight(qint64 top, bool wasGoneTo)
{
    const qint64 row = rowOfLine(m_cursor.line);
    const qint64 least = std::max(topRowFor(row), wasGoneTo ? row - visibleRows() / 3 : 0);
    verticalScrollBar()->setValue(int(std::max(std::min(top, row), least)));
}

const QVector<FileLine>& LogView::visibleLines()
{
    if (!m_visibleIsStale)
        return m_visible;
    m_visibleIsStale = false;
    m_visible.clear();
    m_visible = linesOfRows(verticalScrollBar()->value(), visibleRows() + 1);
    return m_visible;
}

FileLine LogView::lineAt(qint64 line)
{
    const auto lines = m_disk.askIfAwake([reader = m_reader, line] { return reader->lines(line, 1); });
    return lines.value_or(QVector<FileLine>()).value(0);
}

std::optional<qint64> LogView::lineAtByte(const StagePlace& byte)
{
    const auto line = m_disk.askIfAwake([reader = m_reader, byte] { return reader->lineAt(byte); });
    return line.value_or(std::nullopt);
}

void LogView::setReaderLayout()
{
    m_disk.later([reader = m_reader, layout = m_layout] { reader->setLayout(layout); });
}

QString LogView::currentLineText()
{
    const FileLine line = lineAt(m_cursor.line);
    return shownLine(line.head, line.length);
}

QString LogView::timeOfLine(qint64 line)
{
    const FileLine bytes = lineAt(line);
    return m_timeOf ? m_timeOf({ bytes.place.stage, bytes.offset }) : QString();
}

void LogView::announceCurrentLine()
{
    LogAccessible::tellCaret(*this);
    emit currentLineChanged(m_cursor.line);
}

void LogView::scrollContentsBy(int, int dy)
{
    m_keepsCurrent = m_keepsCurrent && dy == 0;
    m_visibleIsStale = true;
    LogAccessible::tellScrolled(*this);
    viewport()->update();
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    const qint64 row = rowOfLine(m_cursor.line);
    const qint64 top = verticalScrollBar()->value();
    const bool keeps = m_keepsCurrent;
    const bool wasSeen = !m_following && row >= top && row < top + event->oldSize().height() / lineHeight();
    updateRows();
    if (wasSeen || (keeps && !m_following)) // a card that appears above takes of its height
        keepInSight(top, keeps);
    m_keepsCurrent = keeps;
}

void LogView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateScrollBars();
}

}
