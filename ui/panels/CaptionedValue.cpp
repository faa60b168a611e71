// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/CaptionedValue.h"

#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QLabel>

namespace torchmason {

CaptionedValue::CaptionedValue(const QString& caption, const QString& widest, QWidget* parent)
    : QWidget(parent)
    , m_value(new QLabel(this))
    , m_caption(new SecondaryLabel(this))
{
    m_value->setFont(headlineFont(tabularFont(font())));
    m_value->setText(widest);
    m_widest = m_value->sizeHint().width();
    m_value->clear();
    m_value->setMinimumWidth(m_widest);
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
    m_value->setMinimumWidth(changes ? m_widest : 0);
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
