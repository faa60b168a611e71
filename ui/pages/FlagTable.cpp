// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagTable.h"

#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/widgets/FlagDelegate.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/KeyOnly.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

namespace torchmason {

FlagTable::FlagTable(FlagModel& model, FlagFilter& filter, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
    , m_filter(filter)
    , m_delegate(new FlagDelegate(this))
{
    setObjectName(QStringLiteral("flagTable"));
    setAccessibleName(tr("Flags of the build"));
    setToolTip(tr("Return switches a flag or edits a value"));
    setModel(&m_filter);
    setItemDelegate(m_delegate);
    setWordWrap(true); // not of all columns: see FlagDelegate
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setAllColumnsShowFocus(true);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
        | QAbstractItemView::EditKeyPressed);
    setIndentation(spacing::group);
    setUpColumns();
    addFavouriteAction();
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == FlagModel::StarColumn)
            toggleFavourite(index);
    });
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, &FlagTable::keepPlace);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &FlagTable::returnToPlace);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &FlagTable::fitColumns);
    connect(&m_filter, &FlagFilter::scopeChanged, this, &FlagTable::fitColumns);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this] { planFit(false); });
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, [this] { planFit(true); });
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, [this] { planFit(true); });
    // Groups come and go with their rows, and come back folded.
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex& group, int first, int last) {
            for (int row = first; !group.isValid() && row <= last; ++row)
                unfoldGroup(row);
        });
}

void FlagTable::setUpColumns()
{
    QHeaderView* columns = header();
    columns->setStretchLastSection(true); // the stars, where no scroll bar is
    columns->setTextElideMode(Qt::ElideRight);
    columns->setMinimumSectionSize(starWidth);
    columns->setSectionResizeMode(QHeaderView::Interactive);
    columns->setSectionResizeMode(FlagModel::StarColumn, QHeaderView::Fixed);
    columns->resizeSection(FlagModel::StarColumn, starWidth);
    connect(columns, &QHeaderView::sectionResized, this, [this, columns](int column) {
        // Hidden ones, and the last one, are fitted a moment later.
        const bool isOurs
            = m_isFitting || columns->isSectionHidden(column) || column == FlagModel::StarColumn;
        if (!isOurs && QGuiApplication::mouseButtons() != Qt::NoButton)
            m_widthsAreChosen = true;
        if (m_delegate->isRoomy() || column == FlagModel::NameColumn || column == FlagModel::NoteColumn)
            scheduleDelayedItemsLayout(); // rows are as high as what is wrapped there
    });
}

void FlagTable::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void FlagTable::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

// The mark stands in the blank before the name, so that no column needs room for it.
void FlagTable::drawBranches(QPainter* painter, const QRect& blank, const QModelIndex& index) const
{
    QTreeView::drawBranches(painter, blank, index);
    if (!index.siblingAtColumn(0).data(FlagModel::ToFixRole).toBool())
        return;
    const int side = qMin(indentation(), fontMetrics().height());
    QRect place(0, 0, side, side);
    place.moveCenter(blank.center());
    isRightToLeft() ? place.moveLeft(blank.left()) : place.moveRight(blank.right());
    const bool isSelected = selectionModel()->isSelected(index.siblingAtColumn(0));
    markIcon(Mark::Bad).paint(painter, place, Qt::AlignCenter, isSelected ? QIcon::Selected : QIcon::Normal);
}

void FlagTable::addFavouriteAction()
{
    auto* favourite = new QAction(tr("Favourite"), this);
    favourite->setIcon(icon(QStringLiteral("star")));
    favourite->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    favourite->setShortcutContext(Qt::WidgetShortcut);
    favourite->setProperty(keyOnlyProperty, true);
    addAction(favourite);
    connect(favourite, &QAction::triggered, this, [this] { toggleFavourite(currentIndex()); });
}

void FlagTable::toggleFavourite(const QModelIndex& index)
{
    const QModelIndex source = m_filter.mapToSource(index.siblingAtColumn(0));
    m_model.setFavourite(source, !source.data(FlagModel::FavouriteRole).toBool());
}

void FlagTable::select(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    selectionModel()->setCurrentIndex(index.siblingAtColumn(FlagModel::NameColumn),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(currentIndex());
}

// The model makes any cell of a row mean its value (buddy), which is right for keys and a double click; a
// second click on a name means nothing.
bool FlagTable::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event)
{
    if (trigger == SelectedClicked && index.column() != FlagModel::ValueColumn)
        return false;
    const bool isTaken = QTreeView::edit(index, trigger, event);
    if (isTaken && event
        && event->type() == QEvent::MouseButtonPress) { // on a check box: Qt selects no row then
        setAutoScroll(false); // the row stays under the mouse
        selectionModel()->setCurrentIndex(
            index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        setAutoScroll(true);
    }
    return isTaken;
}

// Space and Return switch; where there is nothing to switch they edit. Return that ends an editor does no
// more than that, and one on a group or a locked flag does nothing.
void FlagTable::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool acts = event->key() == Qt::Key_Space || (isReturn && event->modifiers() == Qt::NoModifier);
    const QModelIndex value = currentIndex().siblingAtColumn(FlagModel::ValueColumn);
    if (!acts || state() == EditingState || (!isReturn && !(value.flags() & Qt::ItemIsEditable)))
        return QTreeView::keyPressEvent(event);
    if (value.flags() & Qt::ItemIsEditable)
        edit(value, EditKeyPressed, event);
    else if (value.flags() & Qt::ItemIsUserCheckable)
        model()->setData(value,
            value.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked,
            Qt::CheckStateRole);
    event->accept();
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
    const QModelIndex kept = m_filter.mapFromSource(m_model.indexOf(m_keptName));
    if (!kept.isValid() && !m_keptName.isEmpty()) // it is gone, with another profile perhaps
        return select(m_filter.best());
    select(kept);
    verticalScrollBar()->setValue(m_keptScroll);
}

}
