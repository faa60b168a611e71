// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/WrappedDelegate.h"

#include "ui/text/BreakableText.h"

#include <QTreeView>

namespace torchmason {

QString WrappedDelegate::wrappable(const QString& text)
{
    constexpr qsizetype mostLetters = 1000; // commands are much longer
    return breakableAnywhere(text.left(mostLetters));
}

void WrappedDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const auto* tree = qobject_cast<const QTreeView*>(option->widget);
    if (!tree || !tree->wordWrap())
        return;
    option->text = wrappable(option->text);
    option->features |= QStyleOptionViewItem::WrapText;
    option->textElideMode = Qt::ElideRight;
}

}
