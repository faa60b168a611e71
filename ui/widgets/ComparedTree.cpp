// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ComparedTree.h"

#include "ui/text/TipText.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/DifferenceDelegate.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappedDelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <numeric>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype longestAtOnce = 1000; // letters; more would hide the window as a tip, and fit nowhere

}

ComparedTree::ComparedTree(
    const char* objectName, const QString& toolTip, const QString& accessibleName, QWidget* parent)
    : QTreeWidget(parent)
{
    nameWidget(*this, objectName, toolTip, accessibleName);
    setQuietFrame(*this);
    setAlternatingRowColors(true);
    setUniformRowHeights(false);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(false); // all of them are stretched
    addCopyAction(this);
    header()->setMinimumSectionSize(8 * fontMetrics().averageCharWidth());
    connect(this, &QTreeWidget::itemExpanded, this, &ComparedTree::openRest);
}

void ComparedTree::wrapCells(int mostLines)
{
    m_mostLines = mostLines;
    setWordWrap(true);
    if (!qobject_cast<WrappedDelegate*>(itemDelegate()))
        setItemDelegate(new WrappedDelegate(this));
    connect(header(), &QHeaderView::sectionResized, this, &ComparedTree::wrapLater);
}

// Once for all columns.
void ComparedTree::wrapLater()
{
    if (m_mostLines > 1 && !std::exchange(m_willWrap, true))
        QMetaObject::invokeMethod(this, &ComparedTree::fitRows, Qt::QueuedConnection);
}

QFont ComparedTree::fontOf(const QTreeWidgetItem& row, int column) const
{
    return row.font(column).resolve(font());
}

int ComparedTree::neededHeight(const QTreeWidgetItem& row, int column) const
{
    const auto* differences = qobject_cast<const DifferenceDelegate*>(itemDelegate());
    const bool isMarked = column > 0 && differences;
    const QFont own = fontOf(row, column);
    const QFontMetrics letters(isMarked ? boldFont(own) : own);
    int width = columnWidth(column) - spacing::inner - (isMarked ? spacing::small : 0);
    for (const QTreeWidgetItem* above = column == 0 ? &row : nullptr; above; above = above->parent())
        width -= indentation();
    const QString text = row.text(column);
    if (width <= 0 || letters.horizontalAdvance(text) <= width)
        return letters.height() + spacing::small;
    // Bold letters are wider, and only what is marked has them.
    if (isMarked && QFontMetrics(own).horizontalAdvance(text) <= width && !own.bold()
        && differences->markedParts(indexFromItem(&row, column)).isEmpty())
        return letters.height() + spacing::small;
    const QRect room(0, 0, width, m_mostLines * letters.lineSpacing());
    const int whole = letters.boundingRect(room, Qt::TextWordWrap, WrappedDelegate::wrappable(text)).height();
    return std::min(whole, room.height()) + spacing::small;
}

// A value is whole beside one of which nothing is known, and a sentence beside a short value.
void ComparedTree::fitRows()
{
    m_willWrap = false;
    const bool wasInSight = viewport()->rect().intersects(visualRect(currentIndex()));
    for (QTreeWidgetItemIterator each(this); *each; ++each) {
        QTreeWidgetItem& row = **each;
        if (row.columnCount() < 2) // it goes over all columns
            continue;
        int height = rowHeight();
        for (int column = 0; column < columnCount(); ++column)
            height = std::max(height, neededHeight(row, column));
        if (row.sizeHint(0).height() != height)
            row.setSizeHint(0, QSize(0, height));
    }
    if (wasInSight)
        scrollToCurrentRow();
}

// Nobody wants to see other columns for it.
void ComparedTree::scrollToCurrentRow()
{
    const int place = horizontalScrollBar()->value();
    scrollTo(currentIndex());
    horizontalScrollBar()->setValue(place);
}

void ComparedTree::begin(const QStringList& headings)
{
    clear();
    m_into = nullptr;
    m_rests.clear();
    setColumnCount(int(headings.size()));
    setHeaderLabels(headings);
    for (int column = 0; column < columnCount(); ++column)
        headerItem()->setToolTip(column, headings[column]);
    header()->setSectionResizeMode(QHeaderView::Stretch);
    header()->setSectionResizeMode(0, QHeaderView::Interactive);
    header()->setTextElideMode(Qt::ElideRight);
    measureHeadings();
}

// Those of values are whole; a name has its margins.
void ComparedTree::measureHeadings()
{
    m_widest.fill(0, columnCount());
    for (int column = 1; column < columnCount(); ++column)
        m_widest[column]
            = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + spacing::group;
}

void ComparedTree::addGroup(const QString& title)
{
    auto* group = new QTreeWidgetItem(this, { title });
    group->setSizeHint(0, QSize(0, rowHeight()));
    group->setFont(0, boldFont(font()));
    group->setFirstColumnSpanned(true);
    m_into = group;
}

void ComparedTree::addRest(const QString& title, const AddRows& addRows)
{
    QTreeWidgetItem* rest = addRow(title, {}, tr("Open this row to see them"));
    rest->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    m_rests.insert(rest, addRows);
}

void ComparedTree::openRest(QTreeWidgetItem* rest)
{
    if (const AddRows addRows = m_rests.take(rest))
        fill(rest, [&addRows, rest] { addRows(rest); });
}

void ComparedTree::fillRests()
{
    while (!m_rests.isEmpty())
        openRest(m_rests.constBegin().key());
}

void ComparedTree::fill(QTreeWidgetItem* row, const std::function<void()>& addRows)
{
    qDeleteAll(row->takeChildren());
    m_into = row;
    addRows();
    m_into = nullptr;
    if (columnWidth(0) == m_nameWidth)
        fitNames();
    wrapLater();
}

QTreeWidgetItem* ComparedTree::addRow(const QString& name, const QStringList& values, const QString& toolTip)
{
    auto* row = new QTreeWidgetItem(m_into, QStringList { name } + values);
    row->setSizeHint(0, QSize(0, rowHeight()));
    if (values.isEmpty())
        row->setFirstColumnSpanned(true);
    for (int column = 1; m_valueFont && column < row->columnCount(); ++column)
        row->setFont(column, *m_valueFont);
    measure(*row);
    for (int column = 0; column < row->columnCount(); ++column) {
        const QString whole = column == 0 && !toolTip.isEmpty() ? toolTip : row->text(column);
        const QString tip = whole.size() > longestAtOnce
            ? tr("%1… (Ctrl+C copies the whole row)").arg(whole.left(longestAtOnce))
            : whole;
        row->setToolTip(column, tipText(tip));
    }
    return row;
}

void ComparedTree::measure(const QTreeWidgetItem& row)
{
    if (row.columnCount() < 2) // it goes over all columns
        return;
    const int further = row.parent() && row.parent()->parent() ? indentation() : 0;
    m_widest[0]
        = std::max(m_widest[0], QFontMetrics(fontOf(row, 0)).horizontalAdvance(row.text(0)) + further);
    for (int column = 1; column < std::min(row.columnCount(), columnCount()); ++column) {
        const QFontMetrics bold(boldFont(fontOf(row, column))); // as what differs is
        m_widest[column] = std::max(
            m_widest[column], bold.horizontalAdvance(row.text(column).left(longestAtOnce)) + spacing::group);
    }
}

// A width that was dragged for other letters means nothing any more. Not before all widgets have the new
// ones.
void ComparedTree::changeEvent(QEvent* event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange || columnCount() < 2)
        return;
    const auto again = [this] {
        measureHeadings();
        for (QTreeWidgetItemIterator row(this); *row; ++row) {
            if ((*row)->parent())
                measure(**row);
        }
        fitNames();
        wrapLater();
        emit fitted();
    };
    QMetaObject::invokeMethod(this, again, Qt::QueuedConnection);
}

// They get what they need, up to a third of the width or what values leave; of many columns up to what two
// values have, because what stands side by side needs the room.
void ComparedTree::fitNames()
{
    constexpr int shares = 6;
    const int room = viewport()->width();
    const int margins = 2 * indentation() + spacing::group;
    const int values = std::accumulate(m_widest.begin() + 1, m_widest.end(), 0);
    const int most = std::max(2 * room / std::max(shares, columnCount() + 1), room - values);
    setColumnWidth(0, std::min(m_widest[0] + margins, most));
    m_nameWidth = columnWidth(0);
    fitValues();
}

// Equally wide, unless one is cut beside another one that has room to spare. Whoever lets them be dragged has
// widths of its own.
void ComparedTree::fitValues()
{
    const int values = columnCount() - 1;
    for (int column = 1; column <= values; ++column) {
        if (header()->sectionResizeMode(column) == QHeaderView::Interactive)
            return;
    }
    const int share = values > 0 ? (viewport()->width() - columnWidth(0)) / values : 0;
    const bool isCut
        = std::any_of(m_widest.begin() + 1, m_widest.end(), [share](int widest) { return widest > share; });
    for (int column = 1; column <= values; ++column) {
        const bool isShort = isCut && m_widest[column] <= share;
        header()->setSectionResizeMode(column, isShort ? QHeaderView::Fixed : QHeaderView::Stretch);
        if (isShort)
            setColumnWidth(column, m_widest[column]);
    }
}

// What opens below takes no row away that somebody looks at.
void ComparedTree::resizeEvent(QResizeEvent* event)
{
    const bool wasInSight = QRect({}, event->oldSize()).intersects(visualRect(currentIndex()));
    QTreeWidget::resizeEvent(event);
    if (columnWidth(0) == m_nameWidth)
        fitNames();
    if (wasInSight)
        scrollToCurrentRow();
}

// As in the other lists: letters of neighbours do not touch.
int ComparedTree::rowHeight() const
{
    return fontMetrics().height() + spacing::small;
}

void ComparedTree::end(const QString& nothing)
{
    const bool isEmpty = topLevelItemCount() == 0;
    if (isEmpty) {
        auto* sentence = new QTreeWidgetItem(this, { nothing });
        sentence->setFirstColumnSpanned(true);
        sentence->setFlags(Qt::ItemIsEnabled); // to be read, not to be chosen
    }
    for (int group = 0; group < topLevelItemCount(); ++group)
        topLevelItem(group)->setExpanded(true);
    fitNames();
    wrapLater();
    // Where the keys begin; a heading is nothing to select.
    setCurrentItem(isEmpty ? nullptr : topLevelItem(0), 0, QItemSelectionModel::NoUpdate);
}

}
