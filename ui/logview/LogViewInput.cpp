// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard and mouse half of LogView.
#include "ui/logview/LogAccessible.h"
#include "ui/logview/LogText.h"
#include "ui/logview/LogView.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Theme.h"

#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHash>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>
#include <QScrollBar>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <limits>

namespace torchmason {

namespace {

constexpr int lineEnd = std::numeric_limits<int>::max();

}

LogPosition LogView::positionAt(const QPoint& point)
{
    const QVector<FileLine>& lines = visibleLines();
    if (lines.isEmpty())
        return {};
    int row = 0;
    int y = std::max(0, point.y());
    for (; row < lines.size() - 1 && y >= heightOf(lines[row]); ++row)
        y -= heightOf(lines[row]);
    QTextLayout layout;
    layOut(layout, shownLine(lines[row].head, lines[row].length));
    const int part = std::clamp((y - 1) / fontMetrics().height(), 0, layout.lineCount() - 1);
    const int x = point.x() - gutterWidth() + horizontalScrollBar()->value();
    return { lines[row].line, layout.lineAt(part).xToCursor(std::max(0, x)) };
}

// The note of a bookmark.
bool LogView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_bookmarks.isEmpty())
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString note
        = help->pos().x() < gutterWidth() ? m_bookmarks.value(positionAt(help->pos()).line) : QString();
    QToolTip::showText(help->globalPos(), tipText(note), viewport());
    return true;
}

void LogView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    m_wheelTurned += event->angleDelta().y();
    const int steps = m_wheelTurned / QWheelEvent::DefaultDeltasPerStep;
    m_wheelTurned %= QWheelEvent::DefaultDeltasPerStep;
    if (steps != 0)
        emit zoomRequested(m_zoom + steps);
    event->accept();
}

// By the triangle, or anywhere in a stage's heading.
bool LogView::toggleFoldAt(const QPoint& point)
{
    const qint64 line = positionAt(point).line;
    const bool isHeading = m_layout.isHeading(line);
    const bool isTriangle
        = point.x() >= gutterWidth() - foldWidth() - spacing::inner && point.x() < gutterWidth();
    if (m_isFiltered || !m_folds.foldAt(line) || !(isHeading || isTriangle))
        return false;
    m_cursor = m_anchor = { line, 0 };
    foldAtCursor(!m_folds.isFolded(line));
    return true;
}

// Space and Return at the first line of what can be folded, Left and Right as in a tree.
bool LogView::handleFoldKey(QKeyEvent* event)
{
    if (m_isFiltered || event->modifiers() != Qt::NoModifier)
        return false;
    if (!m_folds.foldAt(m_cursor.line)) {
        const auto head = m_folds.foldAround(m_cursor.line);
        const bool leaves = head && event->key() == Qt::Key_Left && horizontalScrollBar()->value() == 0;
        if (leaves)
            moveCursor(rowOfLine(*head), false);
        return leaves;
    }
    const bool folded = m_folds.isFolded(m_cursor.line);
    const int key = event->key();
    const bool toggles = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
    if (toggles || (folded && key == Qt::Key_Right)
        || (!folded && key == Qt::Key_Left && horizontalScrollBar()->value() == 0)) {
        setFollowing(false);
        foldAtCursor(!folded);
        return true;
    }
    return false;
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setFollowing(false);
    if (event->modifiers() == Qt::NoModifier && toggleFoldAt(event->position().toPoint()))
        return;
    if (event->modifiers() & Qt::ControlModifier) {
        if (const auto found = linkAt(positionAt(event->position().toPoint())))
            return openLink(*found);
    }
    m_cursor = positionAt(event->position().toPoint());
    m_keepsCurrent = false;
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_cursor;
    viewport()->update();
    announceCurrentLine();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton))
        return hover(event->position().toPoint(), event->modifiers());
    const int y = event->position().toPoint().y();
    if (y < 0 || y >= viewport()->height())
        verticalScrollBar()->triggerAction(
            y < 0 ? QAbstractSlider::SliderSingleStepSub : QAbstractSlider::SliderSingleStepAdd);
    m_cursor = positionAt(event->position().toPoint());
    LogAccessible::tellCaret(*this);
    viewport()->update();
}

// A double click takes the word, with what paths and symbols are made of.
void LogView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_cursor = positionAt(event->position().toPoint());
    const QString text = currentLineText();
    const auto isPart = [&text](int at) {
        return at >= 0 && at < text.size()
            && (text[at].isLetterOrNumber() || QStringLiteral("_/.:-+\\").contains(text[at]));
    };
    int from = m_cursor.column;
    int to = m_cursor.column;
    while (isPart(from - 1))
        --from;
    while (isPart(to))
        ++to;
    m_anchor = { m_cursor.line, from };
    m_cursor.column = to;
    LogAccessible::tellCaret(*this);
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, &LogView::copy)->setEnabled(m_anchor != m_cursor);
    menu.addAction(tr("Copy with line numbers"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
            &LogView::copyWithNumbers)
        ->setEnabled(m_anchor != m_cursor);
    menu.addAction(tr("Save selection as..."), QKeySequence::Save, this, &LogView::saveSelection)
        ->setEnabled(m_anchor != m_cursor);
    menu.addAction(tr("Select all"), QKeySequence::SelectAll, this, &LogView::selectAll);
    menu.addSeparator();
    menu.addAction(tr("Next finding"), QKeySequence(Qt::Key_N), this, &LogView::nextFindingRequested);
    menu.addAction(tr("Previous finding"), QKeySequence(Qt::Key_P), this, &LogView::previousFindingRequested);
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const LogPosition place = byMouse ? positionAt(event->pos()) : m_cursor;
    if (const auto found = linkAt(place, !byMouse)) {
        menu.addSeparator();
        const QString name
            = QFileInfo(found->link.file).fileName().replace(QLatin1Char('&'), QLatin1String("&&"));
        const QPointer<QAction> open
            = menu.addAction(tr("Open %1 at line %2").arg(name).arg(found->link.line),
                QKeySequence(Qt::Key_O), this, [this, found] { openLink(*found); });
        open->setEnabled(false);
        findFile(m_fileQuery, *found, [open](const QString& path) {
            if (open)
                open->setEnabled(!path.isEmpty());
        });
    }
    menu.exec(event->globalPos());
}

LogPosition LogView::caret() const
{
    return m_following ? LogPosition { followedLine(), 0 } : m_cursor;
}

void LogView::setCaret(LogPosition cursor, LogPosition anchor)
{
    setFollowing(false);
    m_cursor = cursor;
    m_anchor = anchor;
    showRow(rowOfLine(cursor.line));
    announceCurrentLine();
}

void LogView::showRow(qint64 row)
{
    QScrollBar* bar = verticalScrollBar();
    if (row < bar->value())
        bar->setValue(int(row));
    else if (const qint64 top = topRowFor(row); top > bar->value())
        bar->setValue(int(top));
    viewport()->update();
}

void LogView::moveCursor(qint64 row, bool select)
{
    if (rowCount() == 0)
        return;
    row = std::clamp<qint64>(row, 0, rowCount() - 1);
    setFollowing(false);
    m_keepsCurrent = false;
    m_cursor = { lineOfRow(row), select && lineOfRow(row) >= m_anchor.line ? lineEnd : 0 };
    if (!select)
        m_anchor = m_cursor;
    showRow(row);
    announceCurrentLine();
}

bool LogView::handleMoveKey(QKeyEvent* event)
{
    const bool select = event->modifiers() & Qt::ShiftModifier;
    const qint64 row = rowOfLine(m_cursor.line);
    const QHash<int, qint64> targets { { Qt::Key_Up, row - 1 }, { Qt::Key_Down, row + 1 },
        { Qt::Key_PageUp, row - wholeRows() }, { Qt::Key_PageDown, row + wholeRows() }, { Qt::Key_Home, 0 },
        { Qt::Key_End, rowCount() - 1 } };
    const auto target = targets.constFind(event->key());
    if (target == targets.constEnd())
        return false;
    moveCursor(*target, select);
    if (event->key() == Qt::Key_End && !select && rowOfLine(followedLine() + 1) >= rowCount())
        setFollowing(true);
    return true;
}

void LogView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    if (event->keyCombination() == (Qt::CTRL | Qt::SHIFT | Qt::Key_C))
        return copyWithNumbers();
    if (event->matches(QKeySequence::Save))
        return saveSelection();
    if (event->key() == Qt::Key_O && event->modifiers() == Qt::NoModifier)
        return openLink();
    if (m_following && m_anchor == m_cursor)
        m_anchor = m_cursor = caret();
    if (handleFoldKey(event) || handleMoveKey(event))
        return;
    if (event->key() == Qt::Key_N && event->modifiers() == Qt::NoModifier)
        emit nextFindingRequested();
    else if (event->key() == Qt::Key_P && event->modifiers() == Qt::NoModifier)
        emit previousFindingRequested();
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void LogView::selectAll()
{
    m_anchor = {};
    m_cursor = { std::max<qint64>(0, lineOfRow(rowCount() - 1)), lineEnd };
    LogAccessible::tellCaret(*this);
    viewport()->update();
}

std::optional<LogView::LineLink> LogView::linkAt(LogPosition position, bool first)
{
    const FileLine line = lineAt(position.line);
    const auto link = logLink(
        shownLine(line.head, line.length), first ? std::nullopt : std::optional<int>(position.column));
    return link ? std::optional(LineLink { position.line, *link, line.place.stage }) : std::nullopt;
}

// Not here: a file may lie on a drive that does not answer.
void LogView::findFile(
    LatestQuery& query, const LineLink& link, const std::function<void(const QString& path)>& found)
{
    const QStringList folders = m_linkFolders ? m_linkFolders(link.stage) : QStringList();
    query.ask(
        {}, [file = link.link.file, folders](const std::stop_token&) { return localFile(file, folders); },
        found);
}

void LogView::openLink(const LineLink& link)
{
    findFile(m_fileQuery, link, [this, line = link.link.line](const QString& path) {
        if (path.isEmpty())
            emit noted(tr("This line names no file that exists."));
        else
            emit fileRequested(path, line);
    });
}

void LogView::openLink()
{
    if (const auto found = linkAt(m_cursor, true))
        openLink(*found);
    else
        emit noted(tr("This line names no file that exists."));
}

void LogView::openFileOf(const QString& stage, const QString& line)
{
    if (const auto link = logLink(line))
        openLink(LineLink { -1, *link, stage });
}

void LogView::findFileOf(
    const QString& stage, const QString& line, const std::function<void(bool isThere)>& found)
{
    if (const auto link = logLink(line))
        findFile(m_findingQuery, LineLink { -1, *link, stage },
            [found](const QString& path) { found(!path.isEmpty()); });
}

void LogView::hover(const QPoint& point, Qt::KeyboardModifiers modifiers)
{
    std::optional<LineLink> found;
    if (modifiers & Qt::ControlModifier)
        found = linkAt(positionAt(point));
    if (found == m_pointedAt)
        return;
    m_pointedAt = found;
    showHovered({});
    if (found)
        findFile(m_hoverQuery, *found, [this, found](const QString& path) {
            if (!path.isEmpty() && m_pointedAt == found)
                showHovered(found);
        });
}

void LogView::showHovered(const std::optional<LineLink>& link)
{
    if (link == m_hovered)
        return;
    m_hovered = link;
    viewport()->setCursor(link ? Qt::PointingHandCursor : Qt::IBeamCursor);
    viewport()->update();
}

}
