// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace torchmason {

// Cells of a tree that wraps words (QTreeView::setWordWrap) go on in the next line, also inside of long
// words. How high its rows are is the tree's business.
class WrappedDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // A text as it is shown.
    static QString wrappable(const QString& text);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}
