// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagTable.h"

#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/widgets/FlagDelegate.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

namespace torchmason {

namespace {

// In average characters of the font.
constexpr int nameWidth = 34;
constexpr int leastNameWidth = 30;
constexpr int narrowestNameWidth = 22; // where text is large and the window small
constexpr int leastValueWidth = 16;
constexpr int originWidth = 13;
constexpr int noteWidth = 20;
constexpr int defaultWidth = 13;
constexpr int starWidth = 28; // pixels

}

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
    setUpColumns();
    addFavouriteAction();
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == FlagModel::StarColumn)
            toggleFavourite(index);
    });
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, &FlagTable::keepPlace);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &FlagTable::returnToPlace);
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
    columns->setStretchLastSection(false);
    columns->setMinimumSectionSize(starWidth);
    columns->setSectionResizeMode(QHeaderView::Interactive);
    columns->setSectionResizeMode(FlagModel::ValueColumn, QHeaderView::Stretch);
    columns->setSectionResizeMode(FlagModel::StarColumn, QHeaderView::Fixed);
    columns->resizeSection(FlagModel::StarColumn, starWidth);
    const int character = fontMetrics().averageCharWidth();
    columns->resizeSection(FlagModel::NameColumn, nameWidth * character);
    columns->resizeSection(FlagModel::OriginColumn, originWidth * character);
    columns->resizeSection(FlagModel::NoteColumn, noteWidth * character);
    columns->resizeSection(FlagModel::DefaultColumn, defaultWidth * character);
}

// What the explanation at the right says as well goes first: the default, then the note, then the origin.
void FlagTable::fitColumns()
{
    const int character = fontMetrics().averageCharWidth();
    int room = viewport()->width() - starWidth - leastValueWidth * character;
    const bool hasOrigin = room >= (narrowestNameWidth + originWidth) * character;
    setColumnHidden(FlagModel::OriginColumn, !hasOrigin);
    room -= ((hasOrigin ? originWidth : 0) + leastNameWidth) * character;
    const bool hasNote = room >= noteWidth * character;
    const bool hasDefault = room >= (noteWidth + defaultWidth) * character;
    setColumnHidden(FlagModel::NoteColumn, !hasNote);
    setColumnHidden(FlagModel::DefaultColumn, !hasDefault);
    room -= (hasNote ? noteWidth : 0) * character + (hasDefault ? defaultWidth : 0) * character;
    const int most = qMax(narrowestNameWidth * character, leastNameWidth * character + room);
    const int wanted = qMax(nameWidth * character, columnWidth(FlagModel::NameColumn)); // or widened by hand
    header()->resizeSection(FlagModel::NameColumn, qMin(most, wanted));
}

void FlagTable::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void FlagTable::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setUpColumns();
        fitColumns();
    }
}

void FlagTable::addFavouriteAction()
{
    auto* favourite = new QAction(tr("Favourite"), this);
    favourite->setIcon(icon(QStringLiteral("star")));
    favourite->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    favourite->setShortcutContext(Qt::WidgetShortcut);
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
    return QTreeView::edit(index, trigger, event);
}

// Space switches; where there is nothing to switch it edits.
void FlagTable::keyPressEvent(QKeyEvent* event)
{
    const QModelIndex value = currentIndex().siblingAtColumn(FlagModel::ValueColumn);
    if (event->key() == Qt::Key_Space && (value.flags() & Qt::ItemIsEditable)) {
        edit(value, EditKeyPressed, event);
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
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
    select(m_filter.mapFromSource(m_model.indexOf(m_keptName)));
    verticalScrollBar()->setValue(m_keptScroll);
}

}
