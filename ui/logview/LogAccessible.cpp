// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogAccessible.h"

#include "ui/logview/LogView.h"

#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>

namespace torchmason {

namespace {

void (*listener)(QAccessibleEvent& event) = nullptr;

QAccessibleInterface* makeAccessible(const QString&, QObject* object)
{
    auto* view = qobject_cast<LogView*>(object);
    return view ? new LogAccessible(view) : nullptr;
}

}

LogAccessible::LogAccessible(LogView* view)
    : QAccessibleWidget(view, QAccessible::EditableText)
{
    view->m_spoken = this;
}

LogAccessible::~LogAccessible()
{
    view().m_spoken = nullptr;
}

void LogAccessible::install()
{
    QAccessible::installFactory(makeAccessible); // once, however often it is said
}

LogView& LogAccessible::view() const
{
    return *static_cast<LogView*>(widget());
}

void LogAccessible::setListener(void (*wanted)(QAccessibleEvent& event))
{
    listener = wanted;
}

void LogAccessible::tell(QAccessibleEvent& event)
{
    if (listener)
        listener(event);
    else
        QAccessible::updateAccessibility(&event);
}

void LogAccessible::tellRows(LogView& view)
{
    if (view.m_spoken)
        view.m_spoken->follow(true);
}

void LogAccessible::tellScrolled(LogView& view)
{
    if (view.m_spoken)
        view.m_spoken->follow(false);
}

void LogAccessible::tellCaret(LogView& view)
{
    const LogAccessible* told = view.m_spoken;
    if (!told)
        return;
    int start = 0;
    int end = 0;
    told->selection(0, &start, &end);
    if (told->selectionCount() > 0) {
        QAccessibleTextSelectionEvent event(&view, start, end);
        event.setCursorPosition(told->cursorPosition());
        tell(event);
    } else {
        QAccessibleTextCursorEvent event(&view, told->cursorPosition());
        tell(event);
    }
}

QString LogAccessible::text(QAccessible::Text kind) const
{
    return kind == QAccessible::Description ? view().descriptionOfLine(view().caret().line)
                                            : QAccessibleWidget::text(kind);
}

QAccessible::State LogAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    state.selectableText = true;
    return state;
}

void* LogAccessible::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
}

// Where a passage begins that holds what is in sight. The one that is there stays while it does.
qint64 LogAccessible::firstRow() const
{
    const qint64 top = view().verticalScrollBar()->value();
    const qint64 inSight = view().visibleRows() + 1;
    const qint64 most = std::max(fewestRows, 3 * inSight);
    const bool stays = m_isRead && m_passage.row <= top && top + inSight <= m_passage.row + most;
    return stays ? m_passage.row : std::max<qint64>(0, top - (most - inSight) / 2);
}

void LogAccessible::read() const
{
    const qint64 first = firstRow();
    m_isRead = true;
    m_passage = { first, {}, {}, {} };
    const qint64 most = std::max<qint64>(fewestRows, 3 * (view().visibleRows() + 1));
    for (const FileLine& line : view().linesOfRows(first, most))
        m_passage.rows.append(view().textOfRow(line));
    if (m_passage.rows.isEmpty())
        m_passage.rows.append(view().notice());
    int offset = 0;
    for (const QString& row : std::as_const(m_passage.rows)) {
        m_passage.starts.append(offset);
        offset += int(row.size()) + 1;
    }
    m_passage.text = m_passage.rows.join(QLatin1Char('\n'));
}

const LogAccessible::Passage& LogAccessible::passage() const
{
    if (!m_isRead)
        read();
    return m_passage;
}

// Who has read the text hears what has become of it, from the first row on that differs.
void LogAccessible::follow(bool rowsChanged)
{
    if (!m_isRead || (!rowsChanged && firstRow() == m_passage.row))
        return;
    const Passage before = m_passage;
    read();
    if (m_passage.text == before.text)
        return;
    const auto differs
        = std::mismatch(before.rows.begin(), before.rows.end(), m_passage.rows.begin(), m_passage.rows.end());
    const qsizetype same = differs.first - before.rows.begin();
    // Behind the last row that is the same there was no line break when it was the last one of all.
    const int at = same == 0 ? 0 : before.starts[same - 1] + int(before.rows[same - 1].size());
    const QString removed = before.text.mid(at);
    const QString inserted = m_passage.text.mid(at);
    if (removed.isEmpty()) {
        QAccessibleTextInsertEvent event(&view(), at, inserted);
        tell(event);
    } else {
        QAccessibleTextUpdateEvent event(&view(), at, removed, inserted);
        tell(event);
    }
}

int LogAccessible::offsetOf(LogPosition position) const
{
    const Passage& text = passage();
    const qint64 row = view().rowOfLine(position.line) - text.row;
    if (row < 0)
        return 0;
    if (row >= text.rows.size())
        return characterCount();
    return text.starts[row] + std::min(position.column, int(text.rows[row].size()));
}

qsizetype LogAccessible::rowAt(int offset) const
{
    const QVector<int>& starts = passage().starts;
    return std::max<qsizetype>(
        0, std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin() - 1);
}

LogPosition LogAccessible::positionOf(int offset) const
{
    const qsizetype row = rowAt(offset);
    const int column = std::clamp(offset - passage().starts[row], 0, int(passage().rows[row].size()));
    return { view().lineOfRow(passage().row + row), column };
}

int LogAccessible::selectionCount() const
{
    return view().m_anchor == view().m_cursor ? 0 : 1;
}

void LogAccessible::selection(int index, int* start, int* end) const
{
    *start = *end = 0;
    if (index != 0 || selectionCount() == 0)
        return;
    const auto [first, last] = std::minmax(view().m_anchor, view().m_cursor);
    *start = offsetOf(first);
    *end = offsetOf(last);
}

void LogAccessible::addSelection(int start, int end)
{
    setSelection(0, start, end);
}

void LogAccessible::removeSelection(int index)
{
    if (index == 0)
        setCursorPosition(cursorPosition());
}

void LogAccessible::setSelection(int index, int start, int end)
{
    if (index == 0)
        view().setCaret(positionOf(end), positionOf(start));
}

int LogAccessible::cursorPosition() const
{
    return offsetOf(view().caret());
}

void LogAccessible::setCursorPosition(int position)
{
    view().setCaret(positionOf(position), positionOf(position));
}

QString LogAccessible::text(int start, int end) const
{
    return passage().text.mid(start, end - start);
}

int LogAccessible::characterCount() const
{
    return int(passage().text.size());
}

QRect LogAccessible::characterRect(int offset) const
{
    const LogPosition position = positionOf(offset);
    int top = 0;
    for (const FileLine& line : view().visibleLines()) {
        const int height = view().heightOf(line);
        if (line.line != position.line) {
            top += height;
            continue;
        }
        QTextLayout layout;
        view().layOut(layout, passage().rows[rowAt(offset)]);
        const QTextLine part = layout.lineForTextPosition(position.column);
        const double left = part.cursorToX(position.column);
        const double width = std::max(1.0, part.cursorToX(position.column + 1) - left);
        const QRect place(view().gutterWidth() - view().horizontalScrollBar()->value() + int(left),
            top + 1 + int(part.y()), int(width), int(part.height()));
        return { view().viewport()->mapToGlobal(place.topLeft()), place.size() };
    }
    return {};
}

int LogAccessible::offsetAtPoint(const QPoint& point) const
{
    const QPoint inside = view().viewport()->mapFromGlobal(point);
    return view().viewport()->rect().contains(inside) ? offsetOf(view().positionAt(inside)) : -1;
}

void LogAccessible::scrollToSubstring(int start, int)
{
    view().showRow(passage().row + rowAt(start));
}

// What colours say, the words of the lines say, too.
QString LogAccessible::attributes(int, int* start, int* end) const
{
    *start = 0;
    *end = characterCount();
    return {};
}

}
