// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ProfileDelegate.h"

#include "ui/models/ProfileTree.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Icons.h"

#include <QApplication>
#include <QPainter>

namespace torchmason {

namespace {

bool isHeading(const QModelIndex& index)
{
    return !index.parent().isValid();
}

struct FitLine {
    Mark mark;
    QString word;
};

FitLine fitOf(const QModelIndex& index)
{
    if (index.data(ProfileTree::BrokenRole).toBool())
        return { Mark::Bad, QCoreApplication::translate("ProfileDelegate", "not readable") };
    const auto fit = ProfileFit(index.data(ProfileTree::FitRole).toInt());
    return { markOf(fit), fitWord(fit) };
}

}

QSize ProfileDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int line = option.fontMetrics.height();
    return { 200, isHeading(index) ? line + spacing::group : 3 * line + 22 };
}

void ProfileDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QStyleOptionViewItem option = original;
    initStyleOption(&option, index);
    if (isHeading(index))
        return QStyledItemDelegate::paint(painter, option, index);
    painter->save();
    const bool selected = option.state & QStyle::State_Selected;
    option.text.clear();
    option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const QPalette::ColorGroup group
        = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const QColor strong = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
    const QColor quiet = selected ? strong : toneColour(Tone::Neutral, option.palette);

    const QRect area = option.rect.adjusted(spacing::inner, 7, -spacing::inner, -7);
    const int line = option.fontMetrics.height();
    QRect text(area.left(), area.top(), area.width(), line);
    const auto draw = [&](const QFont& font, const QColor& colour, const QString& words) {
        painter->setFont(font);
        painter->setPen(colour);
        const QString shown = QFontMetrics(font).elidedText(words, Qt::ElideRight, text.width());
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, shown);
    };
    draw(boldFont(option.font), strong, index.data(Qt::DisplayRole).toString());
    text.translate(0, line + 4);
    const FitLine fit = fitOf(index);
    const QRect mark(text.left(), text.top() + (line - 16) / 2, 16, 16);
    markIcon(fit.mark).paint(painter, mark, Qt::AlignCenter, selected ? QIcon::Selected : QIcon::Normal);
    text.setLeft(text.left() + 22);
    draw(option.font, selected ? strong : toneColour(toneOf(fit.mark), option.palette), fit.word);
    text.setLeft(area.left());
    text.translate(0, line + 2);
    draw(option.font, quiet, index.data(ProfileTree::DetailRole).toString());
    painter->restore();
}

}
