// SPDX-License-Identifier: GPL-3.0-or-later
// How many lines the rows of the history have.
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostLines = 3;

// A further line is for all rows that need it or for none: rows that are alike look alike.
int linesAtMost(const QVector<int>& wanted, int spare)
{
    int most = 1;
    for (; most < mostLines; ++most) {
        spare -= int(std::count_if(wanted.begin(), wanted.end(), [most](int lines) { return lines > most; }));
        if (spare < 0)
            break;
    }
    return most;
}

}

// The result has what the others leave; the header may not have given it that yet.
int AttemptTable::shownWidth(int column) const
{
    if (column != HistoryModel::FirstFinding || isColumnHidden(column))
        return columnWidth(column);
    int width = viewport()->width();
    for (int other = 0; other < HistoryModel::ColumnCount; ++other)
        width -= other == column ? 0 : columnWidth(other);
    return width;
}

// In which all of its text has room.
int AttemptTable::linesOf(int row) const
{
    int lines = 1;
    if (model()->index(row, 0).data(HistoryRows::HeadRole).isValid())
        return lines;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (const int column : { HistoryModel::Profile, HistoryModel::FirstFinding, HistoryModel::Notes }) {
        const QModelIndex cell = model()->index(row, column);
        const int width = shownWidth(column);
        if (width <= 0 || sizeHintForIndex(cell).width() <= width)
            continue;
        option.rect = QRect(0, 0, width, heightOf(mostLines));
        const int height = itemDelegateForIndex(cell)->sizeHint(option, cell).height();
        lines = std::max(lines, qRound(double(height) / fontMetrics().lineSpacing()));
    }
    return std::min(lines, mostLines);
}

// While all rows are in sight.
void AttemptTable::fitRows()
{
    if (!model())
        return;
    const int rows = model()->rowCount();
    const int spare = (viewport()->height() - rows * heightOf(1)) / fontMetrics().lineSpacing();
    if (spare <= 0) {
        if (verticalHeader()->length() != rows * heightOf(1))
            verticalHeader()->setDefaultSectionSize(heightOf(1)); // of all of them
        return;
    }
    QVector<int> wanted;
    for (int row = 0; row < rows; ++row)
        wanted << linesOf(row);
    const int most = linesAtMost(wanted, spare);
    for (int row = 0; row < rows; ++row)
        setRowHeight(row, heightOf(std::min(wanted[row], most)));
}

}
