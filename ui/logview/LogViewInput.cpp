// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard, mouse and clipboard half of LogView.
#include "core/base/Units.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogText.h"
#include "ui/logview/LogView.h"
#include "ui/models/Background.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHash>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>
#include <limits>

namespace torchmason {

namespace {

// More is copied on another thread.
constexpr qint64 fewLines = 2000;
constexpr qint64 fewBytes = 512 * 1024;
constexpr int lineEnd = std::numeric_limits<int>::max();

}

LogPosition LogView::positionAt(const QPoint& point)
{
    const QVector<FileLine>& lines = visibleLines();
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
        verticalScrollBar()->triggerAction(
            y < 0 ? QAbstractSlider::SliderSingleStepSub : QAbstractSlider::SliderSingleStepAdd);
    m_cursor = positionAt(event->position().toPoint());
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
    m_cursor = { lineOfRow(row), select && lineOfRow(row) >= m_anchor.line ? lineEnd : 0 };
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
    const QHash<int, qint64> targets { { Qt::Key_Up, row - 1 }, { Qt::Key_Down, row + 1 },
        { Qt::Key_PageUp, row - visibleRows() }, { Qt::Key_PageDown, row + visibleRows() },
        { Qt::Key_Home, 0 }, { Qt::Key_End, rowCount() - 1 } };
    const auto target = targets.constFind(event->key());
    if (target == targets.constEnd())
        return false;
    moveCursor(*target, select);
    if (event->key() == Qt::Key_End && !select)
        setFollowing(true);
    return true;
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
    m_cursor = { std::max<qint64>(0, lineOfRow(rowCount() - 1)), lineEnd };
    viewport()->update();
}

std::optional<LogSelection> LogView::selection() const
{
    const auto [first, last] = std::minmax(m_anchor, m_cursor);
    if (!m_document || first == last)
        return std::nullopt;
    return LogSelection { m_document->path(), m_document->index(), m_filter, first, last };
}

QString LogView::selectedText() const
{
    const auto selected = selection();
    return selected ? copyLog(*selected).text : QString();
}

void LogView::copy()
{
    const auto selected = selection();
    if (!selected)
        return;
    const int number = ++m_copyNumber;
    if (selected->lineCount() <= fewLines && selected->byteCount() <= fewBytes)
        return takeCopied(copyLog(*selected), false);
    const int lines = int(selected->lineCount());
    emit noted(lines == 1 ? tr("Copying the line…") : tr("Copying %Ln lines…", nullptr, lines));
    runInBackground(
        diskPool(), this, [selected] { return copyLog(*selected); },
        [this, number](const CopiedLog& copied) {
            if (number == m_copyNumber)
                takeCopied(copied, true);
        });
}

void LogView::takeCopied(const CopiedLog& copied, bool wasLarge)
{
    if (!copied.text.isEmpty())
        QGuiApplication::clipboard()->setText(copied.text);
    const int lines = int(copied.lines);
    const QString most = formatBytes(Bytes(mostCopiedBytes));
    if (copied.isCut && copied.lines == 0)
        emit noted(tr("Nothing was copied: the first selected line alone is larger than %1.").arg(most));
    else if (copied.isCut)
        emit noted((lines == 1 ? tr("Only the first line was copied: the selection is larger than %1.")
                               : tr("Only the first %Ln lines were copied: the selection is larger than %1.",
                                   nullptr, lines))
                       .arg(most));
    else if (wasLarge)
        emit noted(lines == 1 ? tr("The line was copied.") : tr("%Ln lines were copied.", nullptr, lines));
}

}
