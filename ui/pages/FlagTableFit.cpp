// SPDX-License-Identifier: GPL-3.0-or-later
// How wide the columns of the flags are, and when the defaults give way.
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

// What a column needs at least, what shows most of it, and what it gets at most; in average characters.
struct ColumnNeed {
    FlagModel::Column column;
    int least;
    int good;
    int most;
};
constexpr ColumnNeed defaultNeed { FlagModel::DefaultColumn, 7, 12, 200 };
// In the order in which they get the room that is left.
constexpr ColumnNeed needs[] = {
    { FlagModel::NameColumn, 24, 70, 70 }, { FlagModel::ValueColumn, 16, 40, 40 }, defaultNeed,
    { FlagModel::NoteColumn, 15, 18, 200 }, // wrapped, nearly all are whole in the least
};

ValueOrigin originOf(const QModelIndex& cell)
{
    return ValueOrigin(cell.siblingAtColumn(0).data(FlagModel::OriginRole).toInt());
}

}

// Whatever is searched, so that a search moves no column; with the margins of a cell. Values of the user are
// bold, and each of them counts as usual.
FlagTable::Texts FlagTable::textsOf(int column) const
{
    const QFontMetrics plain(font());
    const QFontMetrics bold(boldFont(font()));
    const int margins = spacing::inner + (column == FlagModel::NameColumn ? 2 * indentation() : 0);
    QVector<int> inScope { 0 };
    int ofAll = 0;
    int ofUser = 0;
    for (int group = 0; group < m_model.rowCount(); ++group) {
        const QModelIndex parent = m_model.index(group, 0);
        for (int row = 0; row < m_model.rowCount(parent); ++row) {
            const QModelIndex cell = m_model.index(row, column, parent);
            const bool isOfUser = column == FlagModel::ValueColumn && originOf(cell) == ValueOrigin::User;
            const QFontMetrics& letters = isOfUser ? bold : plain;
            const int width = margins + letters.horizontalAdvance(cell.data().toString());
            ofAll = qMax(ofAll, width);
            if (isOfUser)
                ofUser = qMax(ofUser, width);
            if (m_filter.isInScope(cell.siblingAtColumn(0)))
                inScope << width;
        }
    }
    std::sort(inScope.begin(), inScope.end());
    return { qMax(ofUser, inScope[(inScope.size() - 1) * 9 / 10]), inScope.last(), ofAll };
}

// Only what is no default has a chip around it.
int FlagTable::originWidth() const
{
    int width = header()->sectionSizeHint(FlagModel::OriginColumn);
    for (int group = 0; group < m_model.rowCount(); ++group) {
        const QModelIndex parent = m_model.index(group, 0);
        for (int row = 0; row < m_model.rowCount(parent); ++row) {
            const QModelIndex cell = m_model.index(row, FlagModel::OriginColumn, parent);
            const bool isDefault = originOf(cell) == ValueOrigin::Default;
            width = qMax(width,
                fontMetrics().horizontalAdvance(cell.data().toString())
                    + (isDefault ? spacing::inner : FlagDelegate::chipMargins()));
        }
    }
    return width;
}

// Every column gets its least, where headings may be cut, and then names what they need. Of the rest all get,
// in their order, what is good, their heading, and what nine of ten texts of the scope need; then their
// longest one of the scope, first notes, which are whole in two lines; and then that of all, which a search
// may find. The note takes what is left, so nothing is cut while there is any. What is too narrow for all of
// them scrolls; notes and defaults need not be cut to their least then.
FlagTable::Widths FlagTable::widthsIn(int room, const QHash<int, Texts>& texts, bool withDefault) const
{
    const int character = fontMetrics().averageCharWidth();
    QVector<ColumnNeed> columns(std::begin(needs), std::end(needs));
    columns.removeIf([withDefault](const ColumnNeed& need) {
        return need.column == FlagModel::DefaultColumn && !withDefault;
    });
    Widths widths;
    for (const ColumnNeed& need : columns) {
        widths[need.column] = need.least * character;
        room -= widths[need.column];
    }
    for (const ColumnNeed& need : columns) {
        if (room < 0 && need.column > FlagModel::OriginColumn)
            widths[need.column] = qMax(widths[need.column], need.good * character);
    }
    const auto widen = [&](FlagModel::Column column, int wanted) {
        const int more = qBound(0, wanted - widths[column], qMax(0, room));
        widths[column] += more;
        room -= more;
    };
    widen(FlagModel::NameColumn, qMin(needs[0].most * character, texts[FlagModel::NameColumn].inScope));
    for (const ColumnNeed& need : columns)
        widen(need.column, qMin(need.good * character, texts[need.column].usual));
    for (const ColumnNeed& need : columns)
        widen(need.column, header()->sectionSizeHint(need.column));
    for (const ColumnNeed& need : columns)
        widen(need.column, qMin(need.most * character, texts[need.column].usual));
    const int longestNote = texts[FlagModel::NoteColumn].inScope;
    widen(FlagModel::NoteColumn, longestNote * 2 / 3); // it is whole in two lines
    widen(FlagModel::NoteColumn, longestNote);
    for (const ColumnNeed& need : columns)
        widen(need.column, texts[need.column].inScope);
    for (const ColumnNeed& need : columns)
        widen(need.column, texts[need.column].ofAll);
    widen(FlagModel::NoteColumn, widths[FlagModel::NoteColumn] + room);
    return widths;
}

// Whether notes, names or the defaults themselves would be cut, or all would scroll.
bool FlagTable::isCramped(int room, const Widths& widths, const QHash<int, Texts>& texts) const
{
    int needed = 0;
    for (const int width : widths)
        needed += width;
    const auto isCut = [&](FlagModel::Column column, int wanted) { return widths[column] < wanted; };
    const int good = defaultNeed.good * fontMetrics().averageCharWidth();
    return needed > room || isCut(FlagModel::NoteColumn, texts[FlagModel::NoteColumn].usual)
        || isCut(FlagModel::NameColumn, texts[FlagModel::NameColumn].inScope)
        || isCut(FlagModel::DefaultColumn, header()->sectionSizeHint(FlagModel::DefaultColumn))
        || isCut(FlagModel::DefaultColumn, qMin(good, texts[FlagModel::DefaultColumn].usual));
}

// Beside a scroll bar, whether there is one or not: rows are as high as their columns let them be, and
// columns that gave way to a bar would send it away and call it again.
int FlagTable::roomOfColumns() const
{
    return width() - 2 * frameWidth() - verticalScrollBar()->sizeHint().width();
}

// Widths that somebody chose stay. Where the room is not enough for all, the defaults give way: the page of
// the chosen flag has its default, and "Set by" tells where a value is one. Who asks for them finds them
// whole, beyond the edge.
void FlagTable::fitColumns()
{
    if (m_widthsAreChosen)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    const int origin = originWidth();
    header()->resizeSection(FlagModel::OriginColumn, origin);
    for (const ColumnNeed& need : needs)
        m_fitted.insert(need.column, textsOf(need.column));
    const int room = roomOfColumns() - header()->sectionSize(FlagModel::StarColumn) - origin;
    Widths widths = widthsIn(room, m_fitted, true);
    const bool givesWay = isCramped(room, widths, m_fitted);
    if (givesWay) {
        widths = widthsIn(room, m_fitted, false);
        widths[FlagModel::DefaultColumn] = qMax(
            header()->sectionSizeHint(FlagModel::DefaultColumn), m_fitted[FlagModel::DefaultColumn].inScope);
    }
    header()->setSectionHidden(FlagModel::DefaultColumn, givesWay && !m_wantsDefault);
    for (auto width = widths.cbegin(); width != widths.cend(); ++width)
        header()->resizeSection(width.key(), width.value());
}

// All groups tell of the same change, one after another.
void FlagTable::planFit()
{
    if (m_fitIsPlanned)
        return;
    m_fitIsPlanned = true;
    const auto fit = [this] {
        m_fitIsPlanned = false;
        if (needsOtherWidths())
            fitColumns();
    };
    QMetaObject::invokeMethod(this, fit, Qt::QueuedConnection);
}

// Other rows came into the scope, as with another profile, or texts have grown. A switch that is turned
// and stays in the scope moves nothing.
bool FlagTable::needsOtherWidths() const
{
    return originWidth() > columnWidth(FlagModel::OriginColumn)
        || textsOf(FlagModel::NameColumn).inScope != m_fitted[FlagModel::NameColumn].inScope
        || textsOf(FlagModel::ValueColumn).inScope > m_fitted[FlagModel::ValueColumn].inScope;
}

}
