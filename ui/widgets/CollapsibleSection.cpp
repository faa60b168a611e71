// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CollapsibleSection.h"

#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SpokenRole.h"

#include <QGridLayout>
#include <QToolButton>

namespace torchmason {

CollapsibleSection::CollapsibleSection(
    const QString& name, const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_line(new QGridLayout)
    , m_content(content)
    , m_toggle(new QToolButton(this))
    , m_summary(new SecondaryLabel(this))
{
    setObjectName(name);
    m_toggle->setObjectName(name + QStringLiteral("Toggle"));
    m_toggle->setText(title);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setAutoRaise(true);
    speakAsExpander(m_toggle);
    m_toggle->setAccessibleName(QString(title).remove(u'&'));
    m_summary->setObjectName(name + QStringLiteral("Summary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setMinimumWidth(1); // one long word widens no page
    m_line->setHorizontalSpacing(spacing::group);
    m_line->addWidget(m_toggle, 0, 0, Qt::AlignLeft);
    m_line->addWidget(m_summary, 0, 1);
    m_line->setColumnStretch(1, 1);
    columnOf(this, {}, spacing::inner, { m_line, content });
    connect(m_toggle, &QToolButton::clicked, this, [this] {
        setOpen(!m_isOpen);
        emit toggled(m_isOpen);
    });
    setOpen(false);
}

void CollapsibleSection::setSummary(const QString& summary, const QString& whileOpen)
{
    m_closed = summary;
    m_open = whileOpen;
    m_toggle->setAccessibleDescription(summary);
    showSummary();
}

void CollapsibleSection::showSummary()
{
    m_summary->setText(m_isOpen ? m_open : m_closed);
    m_summary->setVisible(!m_summary->text().isEmpty());
}

void CollapsibleSection::setTitleWidth(int width)
{
    m_line->setColumnMinimumWidth(0, width);
}

void CollapsibleSection::setOpen(bool open)
{
    m_isOpen = open;
    tellExpanded(*m_toggle, open);
    setExpandIcon(*m_toggle, open);
    m_toggle->setToolTip(open ? tr("Hide this part") : tr("Show this part"));
    m_content->setVisible(open);
    showSummary();
}

}
