// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/DifferenceDelegate.h"

#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype shownBefore = 12; // letters, of a value that begins further to the left

bool isOfWord(QChar letter)
{
    return letter.isLetterOrNumber() || letter == u'_' || letter.isSurrogate();
}

// What this value is compared with; empty: nothing.
QString otherOf(const QModelIndex& index)
{
    const QString text = index.data().toString();
    if (index.column() > 1)
        return index.siblingAtColumn(1).data().toString();
    for (int column = 2; column < index.model()->columnCount(index.parent()); ++column) {
        const QString other = index.siblingAtColumn(column).data().toString();
        if (other != text && !other.isEmpty())
            return other;
    }
    return {};
}

}

std::pair<qsizetype, qsizetype> differingPart(const QString& text, const QString& other)
{
    const auto [mine, theirs] = std::mismatch(text.begin(), text.end(), other.begin(), other.end());
    qsizetype first = mine - text.begin();
    const qsizetype most = std::min(text.size(), other.size()) - first;
    qsizetype same = 0; // at the end
    while (same < most && text[text.size() - 1 - same] == other[other.size() - 1 - same])
        ++same;
    qsizetype end = text.size() - same;
    if (end == first)
        return { first, 0 };
    while (first > 0 && isOfWord(text[first - 1]) && isOfWord(text[first]))
        --first;
    while (end < text.size() && isOfWord(text[end - 1]) && isOfWord(text[end]))
        ++end;
    return { first, end - first };
}

void DifferenceDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QString text = index.data().toString();
    const QString other = index.column() > 0 ? otherOf(index) : QString();
    auto [first, length] = differingPart(text, other);
    if (other.isEmpty() || length == text.size() || text == other) // all of it differs, or nothing
        return QStyledItemDelegate::paint(painter, original, index);
    QStyleOptionViewItem option = original;
    initStyleOption(&option, index);
    option.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const QRect room = option.rect.adjusted(margin, 0, -margin, 0);

    const QFontMetrics& metrics = option.fontMetrics;
    if (metrics.horizontalAdvance(text.left(first + length)) > room.width() && first > shownBefore) {
        text = u'…' + text.mid(first - shownBefore);
        first = shownBefore + 1;
    }
    const QString fits = metrics.elidedText(text, Qt::ElideRight, room.width());
    QTextLayout layout(fits, option.font);
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    const bool chosen = option.state & QStyle::State_Selected;
    if (!chosen)
        format.setBackground(toneBackground(Tone::Warning, option.palette));
    layout.setFormats(
        { { int(first), int(std::min(length, std::max<qsizetype>(0, fits.size() - first))), format } });
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(room.width() * 2); // bold letters may be wider; they are clipped
    layout.endLayout();
    painter->save();
    painter->setClipRect(room);
    painter->setPen(
        option.palette.color(option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive,
            chosen ? QPalette::HighlightedText : QPalette::Text));
    layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - line.height()) / 2));
    painter->restore();
}

}
