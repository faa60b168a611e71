// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/AttemptTable.h"

#include "ui/history/HistoryModel.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int iconSide = 16;
constexpr int widestNote = 24; // letters
constexpr int findingShare = 40; // percent of what both share that names leave to findings

}

AttemptTable::AttemptTable(QWidget* parent)
    : QTableView(parent)
{
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setIconSize(QSize(iconSide, iconSide));
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + spacing::group);
    horizontalHeader()->setHighlightSections(false);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &AttemptTable::keepDragged);
}

void AttemptTable::setModel(QAbstractItemModel* model)
{
    QTableView::setModel(model);
    horizontalHeader()->setSectionResizeMode(HistoryModel::FirstFinding, QHeaderView::Stretch);
    fitColumns();
}

int AttemptTable::neededWidth(int column) const
{
    return std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
}

void AttemptTable::fitColumns()
{
    if (m_isDragged || !model())
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    int left = viewport()->width();
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        if (column == HistoryModel::Profile || column == HistoryModel::FirstFinding)
            continue;
        const int width = column == HistoryModel::Notes
            ? std::min(neededWidth(column), widestNote * fontMetrics().averageCharWidth())
            : neededWidth(column);
        horizontalHeader()->resizeSection(column, width);
        left -= width;
    }
    const int most = std::max(left * (100 - findingShare) / 100, horizontalHeader()->minimumSectionSize());
    horizontalHeader()->resizeSection(
        HistoryModel::Profile, std::min(neededWidth(HistoryModel::Profile), most));
}

// The stretched column follows every other one.
void AttemptTable::keepDragged(int column)
{
    m_isDragged = m_isDragged || (!m_isFitting && column != HistoryModel::FirstFinding);
}

void AttemptTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void AttemptTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

}
