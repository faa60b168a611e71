// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace torchmason {

// A profile in the list: name, facts, its fit as mark and word, and the reasons in up to two lines. Rows are
// as high as their lines are at the width of the list, which must outlive this.
class ProfileDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ProfileDelegate(QTreeView* list);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const QTreeView& m_list;
};

}
