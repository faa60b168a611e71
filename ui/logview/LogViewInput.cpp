// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard, mouse and clipboard half of LogView.
#include "core/base/TextDecoding.h"
#include "core/base/Units.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogText.h"
#include "ui/logview/LogView.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 mostCopiedBytes = 16 * 1024 * 1024;

}

LogView::Position LogView::positionAt(const QPoint& point)
{
    const QVector<LogLine>& lines = visibleLines();
    if (lines.isEmpty())
        return {};
    const int row = std::clamp(point.y() / lineHeight(), 0, int(lines.size()) - 1);
    QTextLayout layout;
    layOut(layout, shownLine(lines[row].head, lines[row].length));
    const int x = point.x() - gutterWidth() + horizontalScrollBar()->value();
    return { lines[row].line, layout.lineAt(0).xToCursor(std::max(0, x)) };
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setFollowing(false);
    m_cursor = positionAt(event->position().toPoint());
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_cursor;
    viewport()->update();
    announceCurrentLine();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton))
        return;
    const int y = event->position().toPoint().y();
    if (y < 0 || y >= viewport()->height())
        verticalScrollBar()->triggerAction(y < 0 ? QAbstractSlider::SliderSingleStepSub : QAbstractSlider::SliderSingleStepAdd);
    m_cursor = positionAt(event->position().toPoint());
    viewport()->update();
}

// A double click takes the word, with what paths and symbols are made of.
void LogView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_cursor = positionAt(event->position().toPoint());
    const QString text = currentLineText();
    const auto isPart = [&text](int at) {
        return at >= 0 && at < text.size() && (text[at].isLetterOrNumber() || QStringLiteral("_/.:-+\\").contains(text[at]));
    };
    int from = m_cursor.column;
    int to = m_cursor.column;
    while (isPart(from - 1))
        --from;
    while (isPart(to))
        ++to;
    m_anchor = { m_cursor.line, from };
    m_cursor.column = to;
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, &LogView::copy)->setEnabled(m_anchor != m_cursor);
    menu.addAction(tr("Select all"), QKeySequence::SelectAll, this, &LogView::selectAll);
    menu.addSeparator();
    menu.addAction(tr("Next finding"), QKeySequence(Qt::Key_N), this, &LogView::nextFindingRequested);
    menu.addAction(tr("Previous finding"), QKeySequence(Qt::Key_P), this, &LogView::previousFindingRequested);
    menu.exec(event->globalPos());
}

void LogView::moveCursor(qint64 row, bool select)
{
    if (rowCount() == 0)
        return;
    row = std::clamp<qint64>(row, 0, rowCount() - 1);
    setFollowing(false);
    m_cursor = { lineOfRow(row), select && lineOfRow(row) >= m_anchor.line ? int(shownCharacters) : 0 };
    if (!select)
        m_anchor = m_cursor;
    QScrollBar* bar = verticalScrollBar();
    if (row < bar->value())
        bar->setValue(int(row));
    else if (row >= bar->value() + visibleRows())
        bar->setValue(int(row - visibleRows() + 1));
    viewport()->update();
    announceCurrentLine();
}

bool LogView::handleMoveKey(QKeyEvent* event)
{
    const bool select = event->modifiers() & Qt::ShiftModifier;
    const qint64 row = rowOfLine(m_cursor.line);
    switch (event->key()) {
    case Qt::Key_Up: moveCursor(row - 1, select); return true;
    case Qt::Key_Down: moveCursor(row + 1, select); return true;
    case Qt::Key_PageUp: moveCursor(row - visibleRows(), select); return true;
    case Qt::Key_PageDown: moveCursor(row + visibleRows(), select); return true;
    case Qt::Key_Home: moveCursor(0, select); return true;
    case Qt::Key_End:
        moveCursor(rowCount() - 1, select);
        if (!select)
            setFollowing(true);
        return true;
    default: return false;
    }
}

void LogView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    if (handleMoveKey(event))
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
    m_cursor = { std::max<qint64>(0, lineOfRow(rowCount() - 1)), int(shownCharacters) };
    viewport()->update();
}

// Whole lines are copied whole, even where the screen shows their beginning only.
QString LogView::selectedText()
{
    const auto [first, last] = std::minmax(m_anchor, m_cursor);
    if (!m_reader || first == last)
        return {};
    QStringList result;
    qint64 copied = 0;
    for (qint64 row = rowOfLine(first.line); row < rowCount() && lineOfRow(row) <= last.line; ++row) {
        const LogLine line = lineAt(lineOfRow(row));
        if (copied + line.length > mostCopiedBytes) {
            emit noted(tr("Only the first %1 lines were copied: the selection is larger than %2.")
                           .arg(result.size())
                           .arg(formatBytes(Bytes(mostCopiedBytes))));
            break;
        }
        copied += line.length;
        const QString shown = shownLine(line.head, line.length);
        const auto [from, length] = selectionIn(line.line, int(shown.size()));
        const bool whole = from == 0 && length == shown.size() && line.length > LogReader::headBytes;
        result.append(whole ? plainToolText(m_reader->bytes(line.offset, line.length)).trimmed() : shown.mid(from, length));
    }
    return result.join(QLatin1Char('\n'));
}

void LogView::copy()
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

}
