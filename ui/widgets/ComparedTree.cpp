// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ComparedTree.h"

#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Parts.h"

#include <QHeaderView>
#include <QTextDocument>

#include <algorithm>

namespace torchmason {

namespace {

// Letters: what stands side by side needs the room.
constexpr int longName = 30;
constexpr int shortName = 18;
constexpr int fewColumns = 5;

}

ComparedTree::ComparedTree(
    const char* objectName, const QString& toolTip, const QString& accessibleName, QWidget* parent)
    : QTreeWidget(parent)
{
    nameWidget(*this, objectName, toolTip, accessibleName);
    setFrameShape(QFrame::NoFrame);
    setAlternatingRowColors(true);
    setUniformRowHeights(false);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(false); // all of them are stretched
    addCopyAction(this);
    header()->setMinimumSectionSize(8 * fontMetrics().averageCharWidth());
}

void ComparedTree::begin(const QStringList& headings)
{
    clear();
    setColumnCount(int(headings.size()));
    setHeaderLabels(headings);
    header()->setSectionResizeMode(QHeaderView::Stretch);
    header()->setSectionResizeMode(0, QHeaderView::Interactive);
    header()->setTextElideMode(Qt::ElideRight);
    m_widest = 0;
    m_widestValue = 0;
}

void ComparedTree::addGroup(const QString& title)
{
    auto* group = new QTreeWidgetItem(this, { title });
    group->setSizeHint(0, QSize(0, rowHeight()));
    group->setFont(0, boldFont(font()));
    group->setFirstColumnSpanned(true);
}

QTreeWidgetItem* ComparedTree::addRow(const QString& name, const QStringList& values, const QString& toolTip)
{
    auto* row = new QTreeWidgetItem(topLevelItem(topLevelItemCount() - 1), QStringList { name } + values);
    row->setSizeHint(0, QSize(0, rowHeight()));
    m_widest = std::max(m_widest, fontMetrics().horizontalAdvance(name));
    const QFontMetrics bold(boldFont(font())); // as what differs is
    for (const QString& value : values)
        m_widestValue = std::max(m_widestValue, bold.horizontalAdvance(value) + spacing::group);
    for (int column = 0; column < row->columnCount(); ++column) {
        const QString whole = column == 0 && !toolTip.isEmpty() ? toolTip : row->text(column);
        row->setToolTip(column, Qt::convertFromPlainText(whole, Qt::WhiteSpaceNormal));
    }
    return row;
}

void ComparedTree::fitNames()
{
    const int most = (columnCount() > fewColumns ? shortName : longName) * fontMetrics().averageCharWidth();
    const int margins = 2 * indentation() + spacing::group;
    const int spare = viewport()->width() - (columnCount() - 1) * m_widestValue - margins;
    setColumnWidth(0, std::min(m_widest, std::max(most, spare)) + margins);
    m_nameWidth = columnWidth(0);
}

void ComparedTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    if (columnWidth(0) == m_nameWidth)
        fitNames();
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
    expandAll();
    fitNames();
    // Where the keys begin; a heading is nothing to select.
    setCurrentItem(isEmpty ? nullptr : topLevelItem(0), 0, QItemSelectionModel::NoUpdate);
}

}
