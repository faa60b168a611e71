// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/CaptionedValue.h"

#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QLabel>

namespace torchmason {

CaptionedValue::CaptionedValue(const QString& caption, const QString& widest, QWidget* parent)
    : QWidget(parent)
    , m_widest(widest)
    , m_value(new QLabel(this))
    , m_caption(new SecondaryLabel(this))
{
    m_value->setFont(headlineFont(tabularFont(font())));
    m_value->installEventFilter(this);
    setChanging(true);
    m_caption->setWordWrap(false);
    m_caption->setTextInteractionFlags(Qt::NoTextInteraction);
    m_caption->setText(caption);
    updateAccessibleName();
    columnOf(this, {}, 0, { m_value, m_caption });
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    hide();
}

void CaptionedValue::setText(const QString& text)
{
    if (m_value->text() == text)
        return;
    m_value->setText(text);
    updateAccessibleName();
    setVisible(!text.isEmpty());
}

void CaptionedValue::setCaption(const QString& caption)
{
    if (m_caption->text() == caption)
        return;
    m_caption->setText(caption);
    updateAccessibleName();
}

void CaptionedValue::setChanging(bool changes)
{
    m_isChanging = changes;
    m_value->setMinimumWidth(changes ? widestWidth() : 0);
}

int CaptionedValue::widestWidth() const
{
    QLabel widest(m_widest);
    widest.setFont(m_value->font());
    return widest.sizeHint().width();
}

// Headlines have letters of their own, which come after those of the program.
bool CaptionedValue::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        setChanging(m_isChanging);
    return QWidget::eventFilter(watched, event);
}

// A screen reader hears what the eye sees: the value with its caption.
void CaptionedValue::updateAccessibleName()
{
    m_value->setAccessibleName(tr("%1: %2").arg(m_caption->text(), m_value->text()));
}

QString CaptionedValue::text() const
{
    return m_value->text();
}

}
