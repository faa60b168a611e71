// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Labels.h"

#include "ui/text/BreakableText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/SpokenRole.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QFocusEvent>
#include <QGuiApplication>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <utility>

namespace torchmason {

IconLabel::IconLabel(int side, QWidget* parent)
    : QWidget(parent)
    , m_side(side)
{
    fitSide();
}

void IconLabel::fitSide()
{
    const int side = grown(m_side, fontMetrics());
    setFixedSize(side, side);
}

void IconLabel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSide();
}

void IconLabel::setIcon(const QIcon& icon)
{
    m_icon = icon;
    update();
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_icon.paint(&painter, rect());
}

SeparatorLine::SeparatorLine(Qt::Orientation orientation, QWidget* parent)
    : QWidget(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

// At 150 % one pixel would be one or two of the screen, as its place is.
void SeparatorLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const double scale = painter.deviceTransform().m11();
    constexpr double more = 0.001; // both edges may lie at half a pixel of the screen, and are rounded up
    const double thickness = (std::max(1.0, std::floor(scale)) + more) / scale;
    const bool isUpright = width() < height();
    painter.fillRect(QRectF(0, 0, isUpright ? thickness : width(), isUpright ? height() : thickness),
        lineColour(palette()));
}

SecondaryLabel::SecondaryLabel(QWidget* parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    recolour();
}

void SecondaryLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        recolour();
}

// Sets the one colour only, so that the rest still comes from the parent.
void SecondaryLabel::recolour()
{
    const QColor quiet = toneColour(Tone::Neutral, QGuiApplication::palette());
    if (palette().color(QPalette::WindowText) == quiet)
        return;
    QPalette own;
    own.setColor(QPalette::WindowText, quiet);
    setPalette(own);
}

LinkLabel::LinkLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
}

void LinkLabel::focusInEvent(QFocusEvent* event)
{
    QLabel::focusInEvent(event);
    const bool isForwards = event->reason() == Qt::TabFocusReason;
    if (isForwards || event->reason() == Qt::BacktabFocusReason)
        focusNextPrevChild(isForwards);
}

BulletLabel::BulletLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    // Also lines whose letters go the other way begin beside their marks.
    setAlignment(
        QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter);
    addCopyAction(this);
}

// A table, because lists of rich text have margins that cannot be taken away. Its own direction would be that
// of the words, too, and put dots of English at the wrong end.
QString bulletTable(const QStringList& lines, Qt::LayoutDirection direction, const QString& end)
{
    const bool isTurned = direction == Qt::RightToLeft;
    const auto side = isTurned ? QLatin1String("right") : QLatin1String("left");
    QString rows;
    const auto add = [&](const QString& mark, const QString& line) {
        const QString words = QStringLiteral("<td align=%1>%2</td>").arg(side, line.toHtmlEscaped());
        const QString marked = QStringLiteral("<td>%1</td>").arg(mark);
        rows += QStringLiteral("<tr>%1</tr>").arg(isTurned ? words + marked : marked + words);
    };
    const QString gap = QStringLiteral("&nbsp;&nbsp;");
    for (const QString& line : lines)
        add(isTurned ? gap + u'•' : u'•' + gap, line);
    if (!end.isEmpty())
        add({}, end);
    return QStringLiteral("<table cellspacing=0 cellpadding=0 align=%1>%2</table>").arg(side, rows);
}

void BulletLabel::setLines(const QStringList& lines, const QString& heading)
{
    QStringList shown;
    for (const QString& line : lines)
        shown << breakable(line);
    const bool isMarked = lines.size() > 1 || !heading.isEmpty();
    const QStringList spoken = QStringList { heading } + lines;
    setText(heading.toHtmlEscaped()
        + (isMarked ? bulletTable(shown, layoutDirection())
                    : bulletTable({}, layoutDirection(), shown.value(0))));
    setAccessibleName(spoken.join(u'\n').trimmed());
    setVisible(!lines.isEmpty());
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QFrame(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    addCopyAction(this, [this] { return m_text; });
    setFocusPolicy(Qt::ClickFocus);
    speakAs(this, QAccessible::StaticText);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent)
    : ElidedLabel(parent)
{
    setText(text);
}

void ElidedLabel::setText(const QString& text, const QString& end)
{
    if (text + end == m_text && end == m_end)
        return;
    m_text = text + end;
    m_end = end;
    setToolTip(tipText(m_text));
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

void ElidedLabel::setShorter(const QStringList& texts)
{
    if (std::exchange(m_shorter, texts) != texts)
        update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setSecondary(bool quiet)
{
    m_quiet = quiet;
    update();
}

QString ElidedLabel::shownText() const
{
    constexpr int fewLetters = 4;
    const QFontMetrics letters = fontMetrics();
    const int room = contentsRect().width();
    QString shown = m_text;
    for (const QString& shorter : m_shorter) {
        if (letters.horizontalAdvance(shown) > room)
            shown = shorter;
    }
    const int beforeEnd = room - letters.horizontalAdvance(m_end);
    if (m_end.isEmpty() || letters.horizontalAdvance(shown) <= room
        || beforeEnd < fewLetters * letters.averageCharWidth())
        return letters.elidedText(shown, m_mode, room);
    return letters.elidedText(m_text.chopped(m_end.size()), m_mode, beforeEnd) + m_end;
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    return { fontMetrics().horizontalAdvance(m_text) + margins.left() + margins.right() + 1,
        fontMetrics().height() + margins.top() + margins.bottom() };
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int few = fontMetrics().averageCharWidth() * 6;
    return { qMin(few, sizeHint().width()), sizeHint().height() };
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    const auto group = isEnabled() ? QPalette::Normal : QPalette::Disabled;
    painter.setPen(m_quiet ? toneColour(Tone::Neutral, palette()) : palette().color(group, foregroundRole()));
    painter.setLayoutDirection(directionOf(m_text));
    const auto side = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft);
    painter.drawText(
        contentsRect(), side | Qt::AlignAbsolute | Qt::AlignVCenter | Qt::TextSingleLine, shownText());
}

}
