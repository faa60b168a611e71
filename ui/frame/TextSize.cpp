// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/TextSize.h"

#include "ui/models/Settings.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QPointer>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

QFont scaled(QFont font, double factor)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(1, qRound(font.pixelSize() * factor)));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

// A limit that somebody set; 0 and QWIDGETSIZE_MAX mean that there is none.
int scaledLimit(int pixels, double factor)
{
    return pixels >= QWIDGETSIZE_MAX ? pixels : qRound(pixels * factor);
}

// The column that takes the rest of the width; -1: none does.
int stretchedColumn(const QHeaderView& header)
{
    int place = header.stretchLastSection() ? header.count() - 1 : -1;
    while (place >= 0 && header.isSectionHidden(header.logicalIndex(place)))
        --place;
    return header.logicalIndex(place);
}

// The stretched one follows by itself: a width that is set would be its least one from then on.
void scaleColumns(QHeaderView& header, double factor)
{
    const int stretched = stretchedColumn(header);
    for (int column = 0; column < header.count(); ++column) {
        if (column != stretched && header.sectionResizeMode(column) == QHeaderView::Interactive
            && !header.isSectionHidden(column))
            header.resizeSection(column, qRound(header.sectionSize(column) * factor));
    }
}

// Bold names and the heights of rows that were set.
void scaleItems(QTreeWidget& tree, double factor)
{
    for (QTreeWidgetItemIterator at(&tree); *at; ++at) {
        for (int column = 0; column < tree.columnCount(); ++column) {
            if (const QVariant font = (*at)->data(column, Qt::FontRole); font.isValid())
                (*at)->setFont(column, scaled(font.value<QFont>(), factor));
            if (const QSize size = (*at)->sizeHint(column); size.isValid())
                (*at)->setSizeHint(column, QSize(size.width(), qRound(size.height() * factor)));
        }
    }
}

// Windows keep their size: they have to fit on the screen.
void scaleLimits(QWidget& widget, double factor)
{
    if (auto* tree = qobject_cast<QTreeWidget*>(&widget))
        scaleItems(*tree, factor);
    if (widget.isWindow())
        return;
    if (auto* header = qobject_cast<QHeaderView*>(&widget); header && header->orientation() == Qt::Horizontal)
        scaleColumns(*header, factor);
    const QSize least = widget.minimumSize();
    const QSize most = widget.maximumSize();
    widget.setMaximumSize(scaledLimit(most.width(), factor), scaledLimit(most.height(), factor));
    widget.setMinimumSize(scaledLimit(least.width(), factor), scaledLimit(least.height(), factor));
}

// Qt asks a box again for its size when its letters change, but not for the least one.
void forgetLeastSizes()
{
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) {
        QEvent change(QEvent::StyleChange);
        if (qobject_cast<QComboBox*>(widget))
            QApplication::sendEvent(widget, &change);
    }
}

}

const QVector<int>& textSizes()
{
    static const QVector<int> sizes { 90, usualTextSize, 110, 125, 150, 175 };
    return sizes;
}

int chosenTextSize()
{
    const int percent = settings()->value(QStringLiteral("window/textSize"), usualTextSize).toInt();
    return textSizes().contains(percent) ? percent : usualTextSize;
}

int textSizeAfter(int percent, int steps)
{
    const qsizetype wanted = textSizes().indexOf(percent) + steps;
    return textSizes().at(std::clamp<qsizetype>(wanted, 0, textSizes().size() - 1));
}

void applyTextSize(int percent)
{
    static int shown = usualTextSize;
    static QFont usual;
    if (percent == shown)
        return;
    if (shown == usualTextSize)
        usual = QApplication::font();
    const double factor = double(percent) / shown;
    shown = percent;
    const QWidgetList widgets = QApplication::allWidgets();
    QVector<std::pair<QPointer<QWidget>, QFont>> ofTheirOwn; // headlines: the program's font leaves them
    for (QWidget* widget : widgets) {
        scaleLimits(*widget, factor);
        if (widget->testAttribute(Qt::WA_SetFont) && widget->font().resolveMask() & QFont::SizeResolved)
            ofTheirOwn.append({ widget, scaled(widget->font(), factor) });
    }
    QApplication::setFont(percent == usualTextSize ? usual : scaled(usual, percent / 100.0));
    for (const auto& [widget, font] : std::as_const(ofTheirOwn)) {
        if (widget)
            widget->setFont(font);
    }
    // The widgets have the font of the program with the next events only.
    QMetaObject::invokeMethod(
        qApp, [] { forgetLeastSizes(); }, Qt::QueuedConnection);
}

}
