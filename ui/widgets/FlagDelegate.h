// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/Configuration.h"

#include <QStyledItemDelegate>

class QTreeView;

namespace torchmason {

// Draws the origin as a chip, wraps names and notes into up to three lines where they need them, and gives
// each value the editor of its kind: a list of choices, a number or text. Switches are check boxes and need
// none.
class FlagDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // What a chip needs beside its word.
    static int chipMargins();
    // Whether a cell of this width shows all of a name or a note, in three lines at most.
    static bool showsAll(const QString& text, const QFontMetrics& letters, int width);
    // Of a cell that shows all of each name, in steps of a character.
    static int leastWidth(QStringList names, const QFontMetrics& letters);
    // Pixels of the cells of flags in this column.
    static int roomOf(const QTreeView& table, int column);

    // Where there is room below the rows, all of them wrap, values and defaults as well.
    void setRoomy(bool roomy) { m_isRoomy = roomy; }
    bool isRoomy() const { return m_isRoomy; }

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    bool isWrapped(const QModelIndex& cell) const; // whatever the height of its row
    bool isWrappedIn(const QStyleOptionViewItem& option, const QModelIndex& cell) const;
    int mostLines() const;
    void paintStar(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintOrigin(
        QPainter* painter, QStyleOptionViewItem option, const QModelIndex& index, ValueOrigin origin) const;

    bool m_isRoomy = false;
};

}
