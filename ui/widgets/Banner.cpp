// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Banner.h"

#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <initializer_list>

namespace torchmason {

Banner::Banner(QWidget* parent)
    : QFrame(parent)
    , m_icon(new IconLabel(18, this))
    , m_label(new QLabel(this))
    , m_close(toolButton(this, "bannerClose", "cross", tr("Hide this")))
{
    m_label->setTextFormat(Qt::PlainText); // it may name files and what logs say
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setAutoRaise(true);
    m_close->hide();
    connect(m_close, &QToolButton::clicked, this, &Banner::leave);
    m_layout = rowOf(this, { spacing::row, spacing::inner, spacing::inner, spacing::inner }, spacing::inner,
        { m_icon, { m_label, 1 }, m_close });
}

void Banner::setMessage(Tone tone, const QString& text)
{
    static const char* const names[] = { "info", "check", "warning", "cross", "info" };
    m_tone = tone;
    m_label->setText(text);
    if (m_line)
        m_line->setText(text);
    m_icon->setIcon(icon(QLatin1String(names[int(tone)]), tone));
    setAccessibleName(text);
    placeIcon();
    update();
}

QString Banner::text() const
{
    return m_label->text();
}

QPushButton* Banner::addButton(const QString& text, const QString& objectName, const QString& toolTip)
{
    auto* button = named(new QPushButton(text, this), objectName, toolTip);
    m_layout->insertWidget(m_layout->count() - 1, button, 0, Qt::AlignVCenter);
    return button;
}

void Banner::setOneLine()
{
    m_line = new ElidedLabel(text(), this);
    delete m_layout->replaceWidget(m_label, m_line);
    m_label->hide();
    m_layout->setContentsMargins(visualMargins({ spacing::inner, 0, 1, 0 }, *this));
    for (QWidget* part : std::initializer_list<QWidget*> { m_icon, m_close })
        m_layout->setAlignment(part, Qt::AlignVCenter);
}

// A button is higher than one line, which stands in the middle of it.
void Banner::placeIcon()
{
    if (m_line)
        return;
    const bool isOneLine
        = m_label->heightForWidth(m_label->width()) < 2 * m_label->fontMetrics().lineSpacing();
    const Qt::Alignment wanted = isOneLine ? Qt::AlignVCenter : Qt::AlignTop;
    if (m_layout->itemAt(0)->alignment() == wanted)
        return;
    for (QWidget* part : std::initializer_list<QWidget*> { m_icon, m_close })
        m_layout->setAlignment(part, wanted);
    // Its first line is beside the icon at any height, and begins there, whatever its letters are.
    m_label->setAlignment(QStyle::visualAlignment(layoutDirection(), wanted));
}

void Banner::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    placeIcon();
}

void Banner::setClosable(bool closable)
{
    m_close->setVisible(closable);
}

// Hidden, it would be nowhere, and Qt would begin with the first control of the window.
void Banner::leave()
{
    if (m_close->hasFocus())
        passFocusOn();
    hide();
    emit closed();
}

void Banner::passFocusOn()
{
    focusNextChild();
}

void Banner::paintEvent(QPaintEvent*)
{
    paintBanner(*this, m_tone);
}

void paintBanner(QWidget& widget, Tone tone)
{
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    paintArea(painter, widget.rect(), 4, toneBackground(tone, widget.palette()), widget.palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(toneColour(tone, widget.palette()));
    painter.setClipRect(
        QStyle::visualRect(widget.layoutDirection(), widget.rect(), { 0, 0, 3, widget.height() }));
    painter.drawRoundedRect(widget.rect(), 4, 4);
}

}
