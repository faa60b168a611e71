// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/ApplicationStyle.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/PrimaryButton.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/Theme.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFocusFrame>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>
#include <QTextFormat>
#include <QToolButton>

#include <algorithm>

namespace torchmason {

namespace {

// Fusion makes edges of the window's colour, by dividing its value by 1.4, and there is nothing darker than
// black. So it is told another window; what cannot be used has paler words, and a paler edge of them. The
// edge of what has the focus it makes of the highlight, darker by a quarter, which is hard to see on a dark
// palette.
template <typename Option> Option withEdge(const Option& option)
{
    Option changed = option;
    changed.palette.setColor(QPalette::Window, edgeColour(option.palette).lighter(140));
    if (isDark(option.palette))
        changed.palette.setColor(QPalette::Highlight, toneColour(Tone::Accent, option.palette));
    return changed;
}

// Fusion's own has nearly the colour of what it moves in.
void drawThumb(const QStyleOptionSlider& bar, const QRect& place, QPainter& painter)
{
    const qreal margin = qMin(place.width(), place.height()) / 4.0;
    const QRectF thumb = QRectF(place).adjusted(margin, margin, -margin, -margin);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toneColour(Tone::Neutral, bar.palette));
    painter.drawRoundedRect(thumb, margin, margin);
    painter.restore();
}

// Filled edges: at a fractional scale Fusion's pen lies half outside or below what is inside the frame, and
// edges are missing.
void drawFrame(const QRect& rect, const QColor& colour, QPainter& painter)
{
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), colour);
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colour);
    painter.fillRect(QRect(rect.left(), rect.top(), 1, rect.height()), colour);
    painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), colour);
}

// Fusion cuts what has no room through its letters.
QStyleOptionComboBox elided(const QStyleOptionComboBox& box, int room)
{
    QStyleOptionComboBox shown = box;
    const int icon = box.currentIcon.isNull() ? 0 : box.iconSize.width() + 4;
    shown.currentText = box.fontMetrics.elidedText(box.currentText, Qt::ElideRight, room - icon);
    return shown;
}

// Fusion's own is as small beside large letters.
void drawArrow(const QStyleOptionComboBox& box, const QRect& place, QPainter& painter)
{
    const QPointF middle = QRectF(place).center();
    constexpr int margin = 3;
    const qreal half = qMin(grown(8, box.fontMetrics) / 2.0, place.width() / 2.0 - margin);
    QColor colour = box.palette.color(QPalette::ButtonText);
    colour.setAlpha(160);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({ middle + QPointF(-half, -half / 2), middle + QPointF(half, -half / 2),
        middle + QPointF(0, half / 2) }));
    painter.restore();
}

// A space at the end keeps a heading from the next one. That one stands before it where the layout is turned,
// and the words are not.
QString keptApart(const QString& line, Qt::LayoutDirection layout)
{
    const bool isTurned = directionOf(line) != layout && !line.isEmpty() && line.back().isSpace();
    return isTurned ? line.back() + line.chopped(1) : line;
}

// What stands at the right would lose its beginning. Each line is measured by itself.
QStyleOptionHeader elided(const QStyleOptionHeader& heading)
{
    QStyleOptionHeader shown = heading;
    shown.version = QStyleOptionHeader::Version; // the copy has no members of a later one
    if (!heading.icon.isNull())
        return shown;
    const int room = heading.rect.width();
    QStringList lines = heading.text.split(u'\n');
    for (QString& line : lines) {
        if (heading.fontMetrics.horizontalAdvance(line) > room)
            line = heading.fontMetrics.elidedText(line, Qt::ElideRight, room);
        line = keptApart(line, heading.direction);
    }
    shown.text = lines.join(u'\n');
    return shown;
}

// QTreeView's whole rows have no such states.
bool isItem(const QStyleOption& option)
{
    return option.state & QStyle::State_Item || qobject_cast<const QAbstractItemView*>(option.styleObject);
}

bool isSelectedItem(const QStyleOption& option)
{
    const auto* cursor = qstyleoption_cast<const QStyleOptionFocusRect*>(&option);
    const QColor highlight = option.palette.color(QPalette::Active, QPalette::Highlight);
    return option.state & QStyle::State_Selected || (cursor && cursor->backgroundColor == highlight);
}

bool isSeparator(const QStyleOption& option)
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    return item && item->menuItemType == QStyleOptionMenuItem::Separator;
}

constexpr int ringWidth = 2;
constexpr int cellMargin = 3;
constexpr int besideLetters = 4; // pixels, of those blanks at both ends that Qt does not count
constexpr int leastMenuHeight = 25; // pixels; the button of a running build stands there, above a line
constexpr int fieldPadding = 2; // beside Fusion's, so that texts begin as those of boxes do

// Darker lines and tints are not seen on it.
bool isDarkGround(const QPalette& palette)
{
    return isDark(palette) || hasOneGround(palette);
}

void drawFocusFrame(const QRect& place, const QPalette& palette, QPainter& painter)
{
    if (!hasOneGround(palette))
        return drawFrame(place, toneColour(Tone::Accent, palette), painter);
    for (int inside = 0; inside < ringWidth; ++inside)
        drawFrame(
            place.adjusted(inside, inside, -inside, -inside), palette.color(QPalette::Highlight), painter);
}

// Fusion tints tabs, boxes and buttons without an edge, which is hardly seen on a dark ground. Its place in
// such a button is among the letters where the button is no higher than its line.
void drawFocus(const QStyleOption& control, const QWidget* widget, QPainter& painter)
{
    const int wider = qobject_cast<const QToolButton*>(widget) ? 2 : 0;
    if (control.state & QStyle::State_KeyboardFocusChange)
        drawFocusFrame(control.rect.adjusted(-wider, -wider, wider, wider), control.palette, painter);
}

// Fusion tints the cell of the cursor, and its words with it: on a selected row they are paler than the rest,
// and on any other the tint is hardly seen. At the edge of a selected row a frame would be lost in the light
// rows beside it.
void drawCursor(const QStyleOption& cell, QPainter& painter)
{
    constexpr int inside = 2;
    if (isSelectedItem(cell))
        return drawFrame(cell.rect.adjusted(inside, inside, -inside, -inside),
            cell.palette.color(QPalette::Active, QPalette::HighlightedText), painter);
    drawFocusFrame(cell.rect, cell.palette, painter);
}

// Below a heading, and to the next one.
void drawHeadingEdges(const QStyleOption& heading, const QWidget* header, QPainter& painter)
{
    const QRect& place = heading.rect;
    const QColor colour = lineColour(heading.palette);
    painter.fillRect(QRect(place.left(), place.bottom(), place.width(), 1), colour);
    const bool isLast = header && place.right() >= header->rect().right();
    if (heading.type == QStyleOption::SO_Header && !isLast)
        painter.fillRect(QRect(place.right(), place.top(), 1, place.height()), colour);
}

// Fusion's dots are hardly seen.
void drawGrip(const QStyleOption& handle, QPainter& painter)
{
    constexpr int side = 2;
    constexpr int step = 3 * side;
    const bool isUpright = handle.rect.height() > handle.rect.width();
    for (int dot = -2; dot <= 2; ++dot) {
        const QPoint place
            = handle.rect.center() + (isUpright ? QPoint(0, dot * step) : QPoint(dot * step, 0));
        painter.fillRect(QRect(place, QSize(side, side)), edgeColour(handle.palette));
    }
}

bool hasEdge(const QWidget* control)
{
    const auto* button = qobject_cast<const QPushButton*>(control);
    return (button && !button->isFlat()) || qobject_cast<const QLineEdit*>(control)
        || qobject_cast<const QComboBox*>(control) || qobject_cast<const QAbstractSpinBox*>(control);
}

// Part of a field with buttons, which has the edge.
bool isInside(const QWidget& control)
{
    return qobject_cast<const QAbstractSpinBox*>(control.parentWidget())
        || qobject_cast<const QComboBox*>(control.parentWidget());
}

bool isLineField(const QWidget* control)
{
    return qobject_cast<const QLineEdit*>(control) && !isInside(*control);
}

// Fusion shows the focus of fields, boxes and buttons with the colour of their edge, and nothing of the
// others. A field has its cursor as well; where there is one ground, that colour has to be more than another
// hue.
bool wantsRing(const QWidget* control)
{
    const bool isPlainButton
        = qobject_cast<const QPushButton*>(control) && !qobject_cast<const PrimaryButton*>(control);
    return isPlainButton || qobject_cast<const QAbstractScrollArea*>(control)
        || (hasEdge(control) && hasOneGround(control->palette()));
}

}

ApplicationStyle::ApplicationStyle()
    : PlainTextStyle(QStringLiteral("Fusion"))
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { showRing(now); });
    // Where this style comes in place of another.
    QMetaObject::invokeMethod(
        this, [this] { showRing(QApplication::focusWidget()); }, Qt::QueuedConnection);
}

ApplicationStyle::~ApplicationStyle()
{
    delete m_ring;
}

void ApplicationStyle::showRing(QWidget* control)
{
    // As Fusion's own it is for those who have pressed Tab in this window, but not when they go on with the
    // mouse.
    if (control && QGuiApplication::mouseButtons() != Qt::NoButton)
        control->window()->setAttribute(Qt::WA_KeyboardFocusChange, false);
    const bool isShown
        = control && wantsRing(control) && control->window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (isShown && !m_ring)
        m_ring = new QFocusFrame(control);
    if (m_ring)
        m_ring->setWidget(isShown ? control : nullptr);
}

void ApplicationStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (isLeftOut(element, *option, widget))
        return;
    if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
        return drawCheckBox(*option, *painter);
    if (element == PE_Frame && widget && !widget->inherits("QComboBoxPrivateContainer"))
        return drawFrame(option->rect,
            withEdge(*option).palette.color(QPalette::Window).darker(140).lighter(108), *painter);
    if (element == PE_FrameFocusRect && isItem(*option))
        return drawCursor(*option, *painter);
    if (element == PE_FrameFocusRect && !isItem(*option) && !wantsRing(widget))
        return drawFocus(*option, widget, *painter);
    if (element == PE_FrameMenu && isDarkGround(option->palette))
        return drawFrame(option->rect, lineColour(option->palette), *painter);
    const auto draw = [&](const QStyleOption& changed) {
        PlainTextStyle::drawPrimitive(element, &changed, painter, widget);
    };
    // Fusion draws a tool button as a PE_PanelButtonCommand.
    const bool hasEdge
        = element == PE_FrameLineEdit || element == PE_Frame || element == PE_PanelButtonCommand;
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); hasEdge && frame)
        return draw(withEdge(*frame));
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option); hasEdge && button)
        return draw(withEdge(*button));
    if (hasEdge && option->type == QStyleOption::SO_Default)
        return draw(withEdge(*option));
    draw(*option);
    if (element == PE_FrameTabBarBase)
        painter->fillRect(
            QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), edgeColour(option->palette));
}

void ApplicationStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto draw = [&](const QStyleOptionComplex& changed) {
        QProxyStyle::drawComplexControl(control, &changed, painter, widget);
    };
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
        QStyleOptionComboBox bare = *box; // its edge is that of a button or a field
        bare.subControls &= ~SC_ComboBoxArrow;
        draw(bare);
        if (box->subControls & SC_ComboBoxArrow)
            drawArrow(*box, subControlRect(control, box, SC_ComboBoxArrow, widget), *painter);
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
        QStyleOptionSpinBox whole = withEdge(*box); // Fusion leaves a line above and below
        whole.rect.adjust(0, -1, 0, 1);
        return draw(whole);
    }
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        slider && control == CC_ScrollBar) {
        draw(withEdge(*slider));
        if (slider->maximum > slider->minimum)
            drawThumb(*slider, subControlRect(control, slider, SC_ScrollBarSlider, widget), *painter);
        return;
    }
    draw(*option);
}

// Fusion's tabs have edges that are hardly seen, and on a palette of black they are black: a line tells which
// one is open. Black are the edges of headings, too, and on any dark palette its separators.
void ApplicationStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (element == CE_Splitter)
        return drawGrip(*option, *painter);
    if (element == CE_FocusFrame)
        return painter->fillRect(option->rect, toneColour(Tone::Accent, option->palette));
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        box && element == CE_ComboBoxLabel) {
        const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - 2;
        const QStyleOptionComboBox shown = elided(*box, room);
        return PlainTextStyle::drawControl(element, &shown, painter, widget);
    }
    if (const auto* heading = qstyleoption_cast<const QStyleOptionHeader*>(option);
        heading && element == CE_HeaderLabel) {
        const QStyleOptionHeader shown = elided(*heading);
        return PlainTextStyle::drawControl(element, &shown, painter, widget);
    }
    if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
        tab && element == CE_TabBarTabShape)
        return drawTab(*tab, *painter, widget);
    if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
        tab && element == CE_TabBarTabLabel && tab->state & State_HasFocus) {
        QStyleOptionTab label = *tab; // its own focus does not ask drawPrimitive()
        label.version = QStyleOptionTab::Version;
        label.state &= ~State_HasFocus;
        PlainTextStyle::drawControl(element, &label, painter, widget);
        label.rect.adjust(3, 3, -3, -3);
        return drawFocus(label, widget, *painter);
    }
    PlainTextStyle::drawControl(element, option, painter, widget);
    if ((element == CE_HeaderSection || element == CE_HeaderEmptyArea) && hasOneGround(option->palette))
        drawHeadingEdges(*option, widget, *painter);
    if (element == CE_MenuItem && isSeparator(*option) && isDarkGround(option->palette))
        painter->fillRect(QRect(option->rect.left(), option->rect.center().y(), option->rect.width(), 1),
            lineColour(option->palette));
}

void ApplicationStyle::drawTab(const QStyleOptionTab& tab, QPainter& painter, const QWidget* widget) const
{
    const bool isOpen = tab.state & State_Selected;
    PlainTextStyle::drawControl(CE_TabBarTabShape, &tab, &painter, widget);
    painter.save(); // the others stand lower, and end at the line below all of them
    painter.setClipRect(tab.rect.adjusted(0, 0, 0, isOpen ? 0 : -1), Qt::IntersectClip);
    drawFrame(tab.rect.adjusted(0, isOpen ? 0 : 2, 0, 1), edgeColour(tab.palette), painter);
    painter.restore();
    if (isOpen)
        painter.fillRect(QRect(tab.rect.left() + 2, tab.rect.top(), tab.rect.width() - 4, 2),
            toneColour(Tone::Accent, tab.palette));
}

// Of a button with an icon; what stands beside it is as high.
int ApplicationStyle::heightOfLine(const QStyleOption& option, const QWidget* widget) const
{
    const int inside = qMax(option.fontMetrics.height(), pixelMetric(PM_ButtonIconSize, &option, widget));
    return inside + pixelMetric(PM_ButtonMargin, &option, widget)
        + 2 * pixelMetric(PM_DefaultFrameWidth, &option, widget);
}

// Fusion leaves words of a button four pixels to its edge where they are longer than most, and those of a box
// not always all that they need.
QSize ApplicationStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (type == CT_PushButton && button && !button->text.isEmpty())
        whole.setWidth(qMax(whole.width(), size.width() + 2 * spacing::inner));
    if (type == CT_MenuBarItem && !size.isEmpty())
        whole.setHeight(qMax(whole.height(), leastMenuHeight));
    if (type == CT_ComboBox)
        whole.rwidth() += grown(besideLetters, option->fontMetrics);
    if (type == CT_LineEdit && isLineField(widget))
        whole.rwidth() += 2 * fieldPadding;
    if (hasEdge(widget) && !isInside(*widget))
        whole.setHeight(qMax(whole.height(), heightOfLine(*option, widget)));
    return whole;
}

QRect ApplicationStyle::subElementRect(
    SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const QRect place = PlainTextStyle::subElementRect(element, option, widget);
    return element == SE_LineEditContents && isLineField(widget)
        ? place.adjusted(fieldPadding, 0, -fieldPadding, 0)
        : place;
}

int ApplicationStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* answer) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons:
        return 0;
    case SH_TextControl_FocusIndicatorTextCharFormat: // of a link
        if (auto* format = qstyleoption_cast<QStyleHintReturnVariant*>(answer); format && option) {
            QTextCharFormat frame;
            frame.setProperty(QTextFormat::OutlinePen, QPen(toneColour(Tone::Accent, option->palette), 1));
            format->variant = frame;
        }
        return 1;
    case SH_FocusFrame_AboveWidget:
        return 1;
    case SH_FocusFrame_Mask:
        if (auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(answer); mask && widget) {
            const QRect whole = widget->rect();
            mask->region = QRegion(whole) - whole.adjusted(ringWidth, ringWidth, -ringWidth, -ringWidth);
        }
        return 1;
    default:
        return QProxyStyle::styleHint(hint, option, widget, answer);
    }
}

// Icons and paddings are as large as the letters beside them ask for.
int ApplicationStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_FocusFrameHMargin: // of cells as well, which begin one pixel further, as their headings do
        if (qobject_cast<const QAbstractItemView*>(widget))
            return cellMargin;
        [[fallthrough]];
    case PM_FocusFrameVMargin: // inside, where nothing cuts it
        return 0;
    case PM_LayoutHorizontalSpacing:
        return qobject_cast<const QDialogButtonBox*>(widget) ? spacing::inner : usual;
    case PM_MenuPanelWidth: // Fusion's menus have a shadow and no frame, and a shadow is not seen on dark
        return widget && isDarkGround(widget->palette()) ? std::max(usual, 1) : usual;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_LineEditIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_ButtonMargin:
    case PM_HeaderMargin:
    case PM_TabBarTabHSpace:
    case PM_TabBarTabVSpace:
        return grown(usual, widget ? widget->fontMetrics() : QFontMetrics(QApplication::font()));
    default:
        return usual;
    }
}

// Of message boxes, and of fields that can be emptied.
QIcon ApplicationStyle::standardIcon(
    StandardPixmap picture, const QStyleOption* option, const QWidget* widget) const
{
    switch (picture) {
    case SP_MessageBoxWarning:
        return markIcon(Mark::Warning);
    case SP_MessageBoxCritical:
        return markIcon(Mark::Bad);
    case SP_MessageBoxQuestion:
        return icon(QStringLiteral("help"), Tone::Accent);
    case SP_LineEditClearButton:
        return icon(QStringLiteral("cross"), Tone::Neutral);
    default:
        return QProxyStyle::standardIcon(picture, option, widget);
    }
}

void ApplicationStyle::drawCheckBox(const QStyleOption& option, QPainter& painter) const
{
    const bool on = option.state & State_On;
    const bool enabled = option.state & State_Enabled;
    const QPalette& palette = option.palette;
    const QColor accent = toneColour(enabled ? Tone::Accent : Tone::Neutral, palette);
    const int side = qMin(option.rect.width(), option.rect.height());
    QRectF box(0, 0, side - 1, side - 1);
    box.moveCenter(QRectF(option.rect).center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // On a selected row the accent is the colour of the row, and an empty box in another one looks filled.
    // One that cannot be used is half filled.
    const bool isSelected = option.state & State_Selected;
    QColor edge = isSelected ? palette.color(QPalette::HighlightedText)
        : on                 ? accent
                             : toneColour(Tone::Neutral, palette);
    painter.setPen(QPen(edge, 1));
    edge.setAlphaF(0.25F);
    painter.setBrush(on  ? QBrush(accent)
            : !enabled   ? QBrush(edge)
            : isSelected ? QBrush(Qt::NoBrush)
                         : palette.brush(QPalette::Base));
    painter.drawRoundedRect(box, 2.5, 2.5);
    if (on) {
        const QColor ink = isDark(palette) ? QColor(0x10, 0x16, 0x1f) : QColor(Qt::white);
        painter.setPen(QPen(ink, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&](double x, double y) {
            return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
        };
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF({ at(0.24, 0.54), at(0.43, 0.73), at(0.77, 0.3) }));
    }
    painter.restore();
}

}
