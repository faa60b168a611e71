// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparedTree.h"

#include "ui/widgets/Parts.h"

#include <QHeaderView>
#include <QTextDocument>

namespace torchmason {

ComparedTree::ComparedTree(
    const char* objectName, const QString& toolTip, const QString& accessibleName, QWidget* parent)
    : QTreeWidget(parent)
{
    nameWidget(*this, objectName, toolTip, accessibleName);
    setFrameShape(QFrame::NoFrame);
    setAlternatingRowColors(true);
    setUniformRowHeights(false);
    setTextElideMode(Qt::ElideMiddle);
}

void ComparedTree::begin(const QStringList& headings)
{
    clear();
    setColumnCount(int(headings.size()));
    setHeaderLabels(headings);
    header()->setSectionResizeMode(QHeaderView::Stretch);
}

void ComparedTree::addGroup(const QString& title)
{
    auto* group = new QTreeWidgetItem(this, { title });
    group->setFont(0, boldFont(font()));
    group->setFirstColumnSpanned(true);
}

void ComparedTree::addRow(const QString& name, const QStringList& values, const QString& toolTip)
{
    auto* row = new QTreeWidgetItem(topLevelItem(topLevelItemCount() - 1), QStringList { name } + values);
    for (int column = 0; column < row->columnCount(); ++column) {
        const QString whole = column == 0 && !toolTip.isEmpty() ? toolTip : row->text(column);
        row->setToolTip(column, Qt::convertFromPlainText(whole, Qt::WhiteSpaceNormal));
    }
}

void ComparedTree::end(const QString& nothing)
{
    if (topLevelItemCount() == 0)
        (new QTreeWidgetItem(this, { nothing }))->setFirstColumnSpanned(true);
    expandAll();
    setCurrentItem(topLevelItem(0));
}

}
