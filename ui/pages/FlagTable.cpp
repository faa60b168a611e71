// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagTable.h"

#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/widgets/FlagDelegate.h"
#include "ui/widgets/Theme.h"

#include <QHeaderView>
#include <QScrollBar>

namespace torchmason {

FlagTable::FlagTable(FlagModel& model, FlagFilter& filter, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
    , m_filter(filter)
{
    setObjectName(QStringLiteral("flagTable"));
    setAccessibleName(tr("Flags of the build"));
    setToolTip(tr("Space switches a flag, F2 edits a value"));
    setModel(&m_filter);
    setItemDelegate(new FlagDelegate(this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
        | QAbstractItemView::EditKeyPressed);
    setIndentation(spacing::group);
    QHeaderView* columns = header();
    columns->setStretchLastSection(false);
    columns->setSectionResizeMode(QHeaderView::Interactive);
    columns->setSectionResizeMode(FlagModel::ValueColumn, QHeaderView::Stretch);
    const int character = fontMetrics().averageCharWidth();
    columns->resizeSection(FlagModel::NameColumn, 36 * character);
    columns->resizeSection(FlagModel::OriginColumn, 15 * character);
    columns->resizeSection(FlagModel::DefaultColumn, 13 * character);
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, &FlagTable::keepPlace);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &FlagTable::returnToPlace);
    // Groups come and go with their rows, and come back folded.
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex& group, int first, int last) {
            for (int row = first; !group.isValid() && row <= last; ++row)
                unfoldGroup(row);
        });
}

void FlagTable::unfold()
{
    for (int row = 0; row < m_filter.rowCount(); ++row)
        unfoldGroup(row);
}

void FlagTable::unfoldGroup(int row)
{
    expand(m_filter.index(row, 0));
    setFirstColumnSpanned(row, {}, true);
}

void FlagTable::keepPlace()
{
    m_keptName = currentIndex().siblingAtColumn(0).data(FlagModel::NameRole).toString();
    m_keptScroll = verticalScrollBar()->value();
    m_keptFolded.clear();
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        const QModelIndex group = m_filter.index(row, 0);
        if (!isExpanded(group))
            m_keptFolded.append(group.data(FlagModel::NameRole).toString());
    }
}

void FlagTable::returnToPlace()
{
    unfold();
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        const QModelIndex group = m_filter.index(row, 0);
        if (m_keptFolded.contains(group.data(FlagModel::NameRole).toString()))
            collapse(group);
    }
    doItemsLayout(); // the scroll bar learns its range
    const QModelIndex index = m_filter.mapFromSource(m_model.indexOf(m_keptName));
    if (index.isValid())
        selectionModel()->setCurrentIndex(
            index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    verticalScrollBar()->setValue(m_keptScroll);
}

}
