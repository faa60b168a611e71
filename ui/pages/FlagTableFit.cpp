// SPDX-License-Identifier: GPL-3.0-or-later
// How wide the columns of the flags are, and which give way.
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/pages/FlagTable.h"
#include "ui/widgets/FlagDelegate.h"
#include "ui/widgets/Theme.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace torchmason {

namespace {

// What a column needs at least, and what shows most of it; in average characters.
struct ColumnNeed {
    FlagModel::Column column;
    int least;
    int good;
};
constexpr int longValue = 40;
constexpr int longName = 70; // what is longer is wrapped in every window
constexpr int leastValue = 12;
// In the order in which they get the room that is left. Only names and notes are wrapped.
constexpr ColumnNeed needs[] = {
    { FlagModel::NoteColumn, 15, 19 },
    { FlagModel::ValueColumn, leastValue, 18 },
    { FlagModel::DefaultColumn, 7, 12 },
    { FlagModel::OriginColumn, 14, 20 },
    { FlagModel::NameColumn, 0, 0 },
};
// Where there is no room for the least of all, the first of these first.
constexpr FlagModel::Column givingWay[]
    = { FlagModel::DefaultColumn, FlagModel::NoteColumn, FlagModel::OriginColumn };

// What a text needs there: lines end between words, so not all of each is used.
constexpr int inTwoLines(int width)
{
    return width * 2 / 3;
}

}

// The same on and off.
int FlagTable::switchWidth(const QFontMetrics& letters, int text) const
{
    return style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, this) + 2 * spacing::inner
        + qMax(text, letters.horizontalAdvance(QStringLiteral("OFF")));
}

// With the margins of a cell. Values of the user are bold, and switches need that room whoever set them.
int FlagTable::neededBy(const QModelIndex& cell, const Letters& both) const
{
    const bool isSwitch = cell.data(Qt::CheckStateRole).isValid();
    const bool isBold
        = cell.column() == FlagModel::ValueColumn && FlagModel::originOf(cell) == ValueOrigin::User;
    const QFontMetrics& letters = isSwitch || isBold ? both.bold : both.usual;
    const int text = letters.horizontalAdvance(cell.data().toString());
    if (isSwitch)
        return switchWidth(letters, text);
    if (cell.column() == FlagModel::OriginColumn && FlagModel::originOf(cell) != ValueOrigin::Default)
        return text + FlagDelegate::chipMargins();
    // A text of whole pixels may be wrapped in just so many.
    const int more = cell.column() == FlagModel::NameColumn ? 2 * indentation()
        : cell.column() == FlagModel::NoteColumn            ? 1
                                                            : 0;
    return text + spacing::inner + more;
}

// Whatever is searched. Each value of the user counts as usual.
FlagTable::Texts FlagTable::textsOf(int column) const
{
    const Letters letters { QFontMetrics(font()), QFontMetrics(boldFont(font())) };
    QVector<int> inScope { 0 };
    int ofAll = 0;
    int ofUser = 0;
    for (int group = 0; group < m_model.rowCount(); ++group) {
        const QModelIndex parent = m_model.index(group, 0);
        for (int row = 0; row < m_model.rowCount(parent); ++row) {
            const QModelIndex cell = m_model.index(row, column, parent);
            const int width = neededBy(cell, letters);
            ofAll = qMax(ofAll, width);
            if (column == FlagModel::ValueColumn && FlagModel::originOf(cell) == ValueOrigin::User)
                ofUser = qMax(ofUser, width);
            if (m_filter.isInScope(cell.siblingAtColumn(0)))
                inScope << width;
        }
    }
    std::sort(inScope.begin(), inScope.end());
    const bool isOrigin = column == FlagModel::OriginColumn; // few words, all of them usual
    const int usual = isOrigin ? inScope.last() : inScope[(inScope.size() - 1) * 9 / 10];
    return { .ofUser = ofUser, .usual = qMax(ofUser, usual), .inScope = inScope.last(), .ofAll = ofAll };
}

// Of all of the scope in three lines. They are laid out where they are others, or in another font.
int FlagTable::wrappedNames()
{
    QStringList names;
    for (int group = 0; group < m_model.rowCount(); ++group) {
        const QModelIndex parent = m_model.index(group, 0);
        for (int row = 0; row < m_model.rowCount(parent); ++row) {
            const QModelIndex cell = m_model.index(row, FlagModel::NameColumn, parent);
            if (m_filter.isInScope(cell.siblingAtColumn(0)))
                names << cell.data().toString();
        }
    }
    if (names != m_wrapped.names || font() != m_wrapped.font)
        m_wrapped = { names, font(), FlagDelegate::leastWidth(names, QFontMetrics(font())) };
    return 2 * indentation() + spacing::inner + m_wrapped.width;
}

// With its heading, of what a search left.
int FlagTable::shownIn(int column) const
{
    const Letters letters { QFontMetrics(font()), QFontMetrics(boldFont(font())) };
    const QString heading = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    int width = header()->fontMetrics().horizontalAdvance(heading) + spacing::inner;
    for (int group = 0; group < m_filter.rowCount(); ++group) {
        const QModelIndex parent = m_filter.index(group, 0);
        for (int row = 0; row < m_filter.rowCount(parent); ++row)
            width = qMax(width, neededBy(m_filter.index(row, column, parent), letters));
    }
    return width;
}

// Qt has no hint for the heading of a hidden column.
int FlagTable::headingWidth(int column) const
{
    const QString heading = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    return QFontMetrics(boldFont(header()->font())).horizontalAdvance(heading)
        + 2 * style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header()) + spacing::small;
}

// Of the scope.
int FlagTable::longestName() const
{
    return qMin(longName * fontMetrics().averageCharWidth(), m_fitted[FlagModel::NameColumn].inScope);
}

// Names are whole in three lines, if they are not very long.
int FlagTable::leastWidth(int column) const
{
    const auto need = std::find_if(
        std::begin(needs), std::end(needs), [column](const ColumnNeed& one) { return one.column == column; });
    const Texts texts = m_fitted[column];
    const int least = column == FlagModel::NameColumn
        ? qMin(m_leastName, inTwoLines(longestName()))
        : qMin(need->least * fontMetrics().averageCharWidth(),
            column == FlagModel::NoteColumn ? texts.inScope : texts.usual); // a single note is read, too
    return qMax(headingWidth(column), least);
}

// Every column gets its least. Then the user's own values get what they need, all others, in their order,
// what is good, and names what they need in one line. Of the rest all get what nine of ten texts of the scope
// need; then their longest one of the scope, first notes, which are whole in two lines; and then that of all,
// which a search may find. The note, or the value in its place, takes what is left, so nothing is cut while
// there is any.
FlagTable::Widths FlagTable::widthsIn(int room, const QSet<int>& hidden) const
{
    const int character = fontMetrics().averageCharWidth();
    QVector<ColumnNeed> columns(std::begin(needs), std::end(needs));
    columns.removeIf([&hidden](const ColumnNeed& need) { return hidden.contains(need.column); });
    Widths widths;
    for (const ColumnNeed& need : columns) {
        widths[need.column] = leastWidth(need.column);
        room -= widths[need.column];
    }
    const auto widen = [&](FlagModel::Column column, int wanted) {
        const int more = qBound(0, wanted - widths[column], qMax(0, room));
        widths[column] += more;
        room -= more;
    };
    const int ofUser = m_fitted[FlagModel::ValueColumn].ofUser;
    widen(FlagModel::ValueColumn, qMin(longValue * character, ofUser));
    for (const ColumnNeed& need : columns)
        widen(need.column, qMin(need.good * character, m_fitted[need.column].usual));
    widen(FlagModel::NameColumn, m_fitted[FlagModel::NameColumn].usual);
    widen(FlagModel::NameColumn, longestName());
    widen(FlagModel::ValueColumn, ofUser);
    for (const ColumnNeed& need : columns) {
        const bool isValue = need.column == FlagModel::ValueColumn;
        const int usual = m_fitted[need.column].usual;
        widen(need.column, isValue ? qMin(longValue * character, usual) : usual);
    }
    const FlagModel::Column first = columns.first().column;
    const int longestNote = first == FlagModel::NoteColumn ? m_fitted[first].inScope : 0;
    widen(first, inTwoLines(longestNote));
    widen(first, longestNote);
    for (const ColumnNeed& need : columns)
        widen(need.column, m_fitted[need.column].inScope);
    for (const ColumnNeed& need : columns)
        widen(need.column, m_fitted[need.column].ofAll);
    widen(first, widths[first] + room);
    return widths;
}

// Beside a scroll bar, whether there is one or not: rows are as high as their columns let them be, and
// columns that gave way to a bar would send it away and call it again. The column of stars takes its place.
int FlagTable::roomOfColumns() const
{
    return width() - 2 * frameWidth() - verticalScrollBar()->sizeHint().width() - starWidth;
}

// What gives way is told beside the table, of the chosen flag. Beyond the edge nobody would see whose it is,
// unless the user wants it so.
void FlagTable::fitColumns()
{
    for (const ColumnNeed& need : needs)
        m_fitted.insert(need.column, textsOf(need.column));
    m_leastName = wrappedNames();
    arrangeColumns();
}

void FlagTable::arrangeColumns()
{
    const int room = roomOfColumns();
    int least = 0;
    for (const ColumnNeed& need : needs)
        least += leastWidth(need.column);
    QSet<int> hidden;
    for (const FlagModel::Column column : givingWay) {
        if (m_showsAll || least <= room)
            break;
        hidden.insert(column);
        least -= leastWidth(column);
    }
    Widths widths = widthsIn(room, hidden);
    narrow(widths, m_showsAll ? 0 : least - room);
    shareBlanks(widths);
    takeWidths(widths);
    tellHidden(hidden);
    fitRows();
}

void FlagTable::showAllColumns(bool all)
{
    m_showsAll = all;
    arrangeColumns();
}

void FlagTable::tellHidden(const QSet<int>& hidden)
{
    QStringList headings;
    for (int column = 0; column < FlagModel::StarColumn; ++column) {
        if (hidden.contains(column))
            headings << m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    emit columnsGaveWay(headings);
}

// While all rows are in sight, nothing is cut that further lines would hold.
void FlagTable::fitRows()
{
    const bool wasRoomy = m_delegate->isRoomy();
    m_delegate->setRoomy(true);
    m_delegate->setRoomy(allRowsFit());
    if (m_delegate->isRoomy() != wasRoomy)
        scheduleDelayedItemsLayout();
}

bool FlagTable::allRowsFit() const
{
    int left = viewport()->height();
    for (int group = 0; group < m_filter.rowCount() && left >= 0; ++group) {
        const QModelIndex parent = m_filter.index(group, 0);
        left -= indexRowSizeHint(parent);
        for (int row = 0; row < m_filter.rowCount(parent) && left >= 0; ++row)
            left -= indexRowSizeHint(m_filter.index(row, 0, parent));
    }
    return left >= 0;
}

// Where even the least of names and values is more than there is. A switch stays whole, and names do as long
// as they can.
void FlagTable::narrow(Widths& widths, int beyond) const
{
    for (const auto column : { FlagModel::ValueColumn, FlagModel::NameColumn }) {
        const bool isValue = column == FlagModel::ValueColumn;
        const int least
            = qMax(headingWidth(column), isValue ? switchWidth(QFontMetrics(boldFont(font())), 0) : 0);
        const int less = qBound(0, widths[column] - least, qMax(0, beyond));
        widths[column] -= less;
        beyond -= less;
    }
}

// No name, value or default that is shown is cut beside a blank; else a search moves no column. Where one
// moves, notes take what is left, for fewer lines. The place of a scroll bar that is not there is a blank,
// too, where notes are hidden: wider names make no row higher.
void FlagTable::shareBlanks(Widths& widths) const
{
    int used = 0;
    Widths blanks; // below zero: cut
    for (auto width = widths.cbegin(); width != widths.cend(); ++width) {
        used += *width;
        blanks[width.key()] = *width - shownIn(width.key());
    }
    if (!widths.contains(FlagModel::NoteColumn))
        blanks[FlagModel::StarColumn] = viewport()->width() - starWidth - used;
    bool moves = false;
    for (const auto taker :
        { FlagModel::NameColumn, FlagModel::ValueColumn, FlagModel::DefaultColumn, FlagModel::NoteColumn }) {
        if (!widths.contains(taker) || (taker == FlagModel::NoteColumn && !moves))
            continue;
        for (const auto giver : { FlagModel::StarColumn, FlagModel::NameColumn, FlagModel::ValueColumn,
                 FlagModel::DefaultColumn, FlagModel::OriginColumn, FlagModel::NoteColumn }) {
            const int moved = qBound(0, blanks[giver], qMax(0, -blanks[taker]));
            widths[taker] += moved;
            blanks[taker] += moved;
            blanks[giver] -= moved;
            moves = moves || moved > 0;
            if (widths.contains(giver)) // no star, nothing that gave way
                widths[giver] -= moved;
        }
    }
}

// Widths that somebody chose stay.
void FlagTable::takeWidths(const Widths& widths)
{
    const QScopedValueRollback fitting(m_isFitting, true);
    for (auto fitted = m_fitted.keyBegin(); fitted != m_fitted.keyEnd(); ++fitted) {
        const bool isShown = widths.contains(*fitted);
        const bool comes = isShown && header()->isSectionHidden(*fitted);
        header()->setSectionHidden(*fitted, !isShown);
        if (isShown && (comes || !m_widthsAreChosen))
            header()->resizeSection(*fitted, widths[*fitted]);
    }
}

// All groups tell of the same change, one after another.
void FlagTable::planFit(bool otherRows)
{
    m_hasOtherRows = m_hasOtherRows || otherRows;
    if (m_fitIsPlanned)
        return;
    m_fitIsPlanned = true;
    const auto fit = [this] {
        m_fitIsPlanned = false;
        if (needsOtherWidths())
            fitColumns();
        else if (m_hasOtherRows)
            arrangeColumns();
        else
            fitRows();
        m_hasOtherRows = false;
    };
    QMetaObject::invokeMethod(this, fit, Qt::QueuedConnection);
}

// Other rows came into the scope, as with another profile, or texts have grown. A switch that is turned
// and stays in the scope moves nothing.
bool FlagTable::needsOtherWidths() const
{
    const Texts values = textsOf(FlagModel::ValueColumn);
    // Where names are long, what is usual is not there for a value that nobody had set.
    const int assured
        = qMin(leastValue * fontMetrics().averageCharWidth(), m_fitted[FlagModel::ValueColumn].usual);
    return textsOf(FlagModel::OriginColumn).inScope > m_fitted[FlagModel::OriginColumn].inScope
        || textsOf(FlagModel::NameColumn).inScope != m_fitted[FlagModel::NameColumn].inScope
        || values.inScope > m_fitted[FlagModel::ValueColumn].inScope
        || values.ofUser > qMax(m_fitted[FlagModel::ValueColumn].ofUser, assured);
}

}
