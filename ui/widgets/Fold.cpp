// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Fold.h"

#include "ui/widgets/ElidedLabel.h"
#include "ui/widgets/Icons.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace torchmason {

Fold::Fold(const QString& name, const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_content(content)
    , m_toggle(new QToolButton(this))
    , m_summary(new ElidedLabel(this))
{
    setObjectName(name);
    m_toggle->setObjectName(name + QStringLiteral("Toggle"));
    m_toggle->setText(title);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setCheckable(true);
    m_toggle->setAutoRaise(true);
    m_summary->setObjectName(name + QStringLiteral("Summary"));
    m_summary->setElideMode(Qt::ElideRight);
    m_summary->setQuiet(true);
    auto* line = new QHBoxLayout;
    line->setSpacing(spacing::group);
    line->addWidget(m_toggle);
    line->addWidget(m_summary, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing::inner);
    layout->addLayout(line);
    layout->addWidget(content);
    connect(m_toggle, &QToolButton::toggled, this, &Fold::showState);
    showState(false);
}

void Fold::setSummary(const QString& summary)
{
    m_summary->setText(summary);
    m_toggle->setAccessibleDescription(summary);
}

bool Fold::isOpen() const
{
    return m_toggle->isChecked();
}

void Fold::setOpen(bool open)
{
    m_toggle->setChecked(open);
}

void Fold::showState(bool open)
{
    m_toggle->setIcon(icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
    m_toggle->setToolTip(open ? tr("Fold these settings away") : tr("Show these settings"));
    m_content->setVisible(open);
    m_summary->setVisible(!open);
}

}
