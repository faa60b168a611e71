// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/PlainTextStyle.h"

#include "ui/widgets/RowTable.h"
#include "ui/widgets/Theme.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QRadioButton>
#include <QStyleOption>

namespace torchmason {

namespace {

// A check box is ticked by Space; Return goes on where it stands in a form.
bool isPressedByReturn(const QWidget* control)
{
    return qobject_cast<const QAbstractButton*>(control) && !qobject_cast<const QCheckBox*>(control)
        && !qobject_cast<const QRadioButton*>(control);
}

// For what is painted in the direction of the layout. Fonts have these signs, and seldom those of isolates,
// which would come from another font with other heights.
QString embedded(const QString& text, Qt::LayoutDirection layout)
{
    const Qt::LayoutDirection own = directionOf(text);
    if (text.isEmpty() || own == layout)
        return text;
    return QChar(own == Qt::LeftToRight ? 0x202a : 0x202b) + text + QChar(0x202c);
}

// The words and the keys.
QString embeddedParts(const QString& text, Qt::LayoutDirection layout)
{
    QStringList parts = text.split(u'\t');
    for (QString& part : parts)
        part = embedded(part, layout);
    return parts.join(u'\t');
}

}

void PlainTextStyle::polish(QWidget* widget)
{
    auto* label = qobject_cast<QLabel*>(widget); // a tip is one, too
    if (label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    // Qt goes by the letters: figures and English would stand far from their icon or caption.
    if (label && label->layoutDirection() == Qt::RightToLeft)
        label->setAlignment(QStyle::visualAlignment(Qt::RightToLeft, label->alignment()));
    if (isPressedByReturn(widget))
        widget->installEventFilter(this);
    QProxyStyle::polish(widget);
}

bool PlainTextStyle::isLeftOut(PrimitiveElement element, const QStyleOption& option, const QWidget* widget)
{
    return element == PE_FrameFocusRect && option.state & State_Item && qobject_cast<const RowTable*>(widget);
}

void PlainTextStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (!isLeftOut(element, *option, widget))
        QProxyStyle::drawPrimitive(element, option, painter, widget);
}

// A key that is held down presses once.
bool PlainTextStyle::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QProxyStyle::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isReturn || key->modifiers() & ~Qt::KeypadModifier)
        return QProxyStyle::eventFilter(watched, event);
    if (!key->isAutoRepeat())
        static_cast<QAbstractButton*>(watched)->click();
    return true;
}

void PlainTextStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const auto draw
        = [&](const QStyleOption* changed) { QProxyStyle::drawControl(element, changed, painter, widget); };
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (item && element == CE_MenuItem) {
        QStyleOptionMenuItem shown = *item;
        shown.text = embeddedParts(item->text, item->direction);
        const int side = pixelMetric(PM_SmallIconSize, item, widget);
        if (item->state & State_Selected && item->state & State_Enabled) // Fusion takes that of any other row
            shown.icon
                = item->icon.pixmap({ side, side }, painter->device()->devicePixelRatioF(), QIcon::Selected);
        return draw(&shown);
    }
    const auto* cell = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    if (cell && element == CE_ItemViewItem) {
        QStyleOptionViewItem shown = *cell;
        shown.text = embedded(cell->text, cell->direction);
        return draw(&shown);
    }
    const Qt::LayoutDirection layout = painter->layoutDirection();
    if (element == CE_PushButtonLabel) // Qt says "right" for words left of an icon, and means it
        painter->setLayoutDirection(Qt::LeftToRight);
    draw(option);
    painter->setLayoutDirection(layout);
}

void PlainTextStyle::drawItemText(QPainter* painter, const QRect& place, int flags, const QPalette& palette,
    bool isEnabled, const QString& text, QPalette::ColorRole role) const
{
    const auto side = QStyle::visualAlignment(painter->layoutDirection(), Qt::Alignment(QFlag(flags)));
    const bool isForced = flags & (Qt::TextForceLeftToRight | Qt::TextForceRightToLeft);
    const int own
        = directionOf(text) == Qt::LeftToRight ? Qt::TextForceLeftToRight : Qt::TextForceRightToLeft;
    QProxyStyle::drawItemText(
        painter, place, isForced ? flags : int(side) | own, palette, isEnabled, text, role);
}

}
