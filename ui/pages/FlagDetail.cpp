// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagDetail.h"

#include "ui/models/FlagModel.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace torchmason {

FlagDetail::FlagDetail(FlagModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_name(sectionTitle(QString(), this))
    , m_description(new QLabel(this))
    , m_risk(new Banner(this))
    , m_facts(new QFormLayout)
    , m_reset(new QPushButton(icon(QStringLiteral("undo")), tr("Reset this value"), this))
{
    m_name->setObjectName(QStringLiteral("flagName"));
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setWordWrap(true);
    m_description->setObjectName(QStringLiteral("flagDescription"));
    m_description->setWordWrap(true);
    m_description->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reset->setObjectName(QStringLiteral("flagReset"));
    m_reset->setToolTip(tr("Takes your value back; the profile's or the default counts again"));
    m_facts->setHorizontalSpacing(spacing::group);
    m_facts->setVerticalSpacing(spacing::small);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::inner, 0, spacing::inner, spacing::inner);
    layout->setSpacing(spacing::inner);
    layout->addWidget(m_name);
    layout->addWidget(m_description);
    layout->addWidget(m_risk);
    layout->addLayout(m_facts);
    layout->addWidget(m_reset, 0, Qt::AlignLeft);
    layout->addStretch();
    connect(m_reset, &QPushButton::clicked, this, &FlagDetail::resetRequested);
    showFlag({});
}

void FlagDetail::showFlag(const QModelIndex& index)
{
    while (m_facts->rowCount() > 0)
        m_facts->removeRow(0);
    const FlagRow* row = m_model.row(index);
    m_name->setVisible(row != nullptr);
    m_risk->setVisible(row && row->option && !row->option->risk.isEmpty());
    m_reset->setVisible(row && index.siblingAtColumn(0).data(FlagModel::ChangedRole).toBool());
    if (!row) {
        m_description->setText(tr("Select a flag to read what it does."));
        return;
    }
    m_name->setText(row->name);
    m_description->setText(row->option ? row->option->description
            : row->environment         ? tr("An environment variable that the build's programs get.")
                                       : tr("A CMake entry that is not in the list of known options."));
    addFact(*m_facts, tr("Now"), m_model.valueOf(*row));
    addFact(*m_facts, tr("Set by"), originWord(m_model.originOf(*row)));
    addFact(*m_facts, tr("Profile"), m_model.profileValueOf(*row));
    addFact(*m_facts, tr("Default"), m_model.defaultOf(*row));
    if (!row->option)
        return;
    m_risk->setMessage(Tone::Warning, row->option->risk);
    addFact(*m_facts, tr("Depends on"), row->option->dependsOn);
    addFact(*m_facts, tr("Choices"), row->option->choices.join(QStringLiteral(", ")));
    addFact(*m_facts, tr("Since"), row->option->since);
    addFact(*m_facts, tr("Removed in"), row->option->removed);
    addFact(*m_facts, tr("Passed as"), row->environment ? tr("environment variable") : tr("CMake entry"));
}

}
