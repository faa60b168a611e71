// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MachinePage.h"

#include "core/export/MachineReport.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/MachineChecks.h"
#include "ui/text/CheckText.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

namespace torchmason {

namespace {

QString oneLineAbout(const HostFacts& facts)
{
    QStringList parts;
    if (!facts.osName.isEmpty())
        parts.append(facts.osName);
    if (!facts.cpuModel.isEmpty())
        parts.append(facts.cpuModel);
    if (facts.logicalCores)
        parts.append(QCoreApplication::translate("MachinePage", "%1 threads").arg(*facts.logicalCores));
    if (facts.memoryTotal)
        parts.append(
            QCoreApplication::translate("MachinePage", "%1 RAM").arg(formatBytes(*facts.memoryTotal)));
    return parts.join(QStringLiteral("  ·  "));
}

}

MachinePage::MachinePage(BuildDraft& draft, QWidget* parent)
    : WizardPage(parent)
    , m_draft(draft)
{
    setObjectName(QStringLiteral("machinePage"));
    createWidgets();
    layOut();
    connectAll();
    refresh();
}

void MachinePage::createWidgets()
{
    m_headline = headline(tr("Looking at this machine"), this);
    m_headline->setObjectName(QStringLiteral("machineVerdict"));
    m_subline = quietText(QString(), this);
    m_subline->setObjectName(QStringLiteral("machineSummary"));
    m_again = new QPushButton(icon(QStringLiteral("retry")), tr("Check again"), this);
    m_again->setObjectName(QStringLiteral("machineCheckAgain"));
    m_again->setToolTip(tr("Look at the machine again (F5)"));
    m_copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy for an issue"), this);
    m_copy->setObjectName(QStringLiteral("machineCopy"));
    m_copy->setToolTip(tr("Copies what is here and what was checked as Markdown, without names, home folders "
                          "and secrets"));
    m_list = new CheckList;
    m_list->setObjectName(QStringLiteral("machineChecks"));
}

void MachinePage::layOut()
{
    auto* words = new QVBoxLayout;
    words->setSpacing(spacing::small);
    words->addWidget(m_headline);
    words->addWidget(m_subline);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(spacing::page, spacing::page, spacing::page, 0);
    top->setSpacing(spacing::group);
    top->addLayout(words, 1);
    top->addWidget(m_copy, 0, Qt::AlignTop);
    top->addWidget(m_again, 0, Qt::AlignTop);

    auto* content = new QWidget;
    auto* contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(12, 0, spacing::page, spacing::page);
    contentLayout->addWidget(m_list);
    contentLayout->addStretch();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing::group);
    layout->addLayout(top);
    layout->addWidget(scrolled(content, QStringLiteral("machineScroll"), tr("Checks of this machine")), 1);
}

void MachinePage::connectAll()
{
    connect(m_again, &QPushButton::clicked, &m_draft.machine(), &MachineFacts::look);
    serveChecks(*m_list, m_draft.machine());
    connect(m_copy, &QPushButton::clicked, this, &MachinePage::copyForIssue);
    connect(&m_draft, &BuildDraft::derivedChanged, this, &MachinePage::refresh);
}

void MachinePage::refresh()
{
    const MachineFacts& machine = m_draft.machine();
    const bool firstLook = !machine.isComplete();
    const QVector<CheckRow> rows = m_draft.machineRows();
    const QString name = m_draft.profile() ? m_draft.profile()->name : QString();
    m_headline->setText(firstLook ? tr("Looking at this machine") : verdictHeadline(verdictOf(rows), name));
    m_subline->setText(oneLineAbout(machine.facts()));
    m_again->setEnabled(!machine.isLooking());
    m_copy->setEnabled(machine.isComplete());
    m_list->setOverrides(m_draft.machine().overrides());
    m_list->setRows(rows, firstLook);
}

void MachinePage::copyForIssue()
{
    const HostFacts& facts = m_draft.machine().facts();
    QGuiApplication::clipboard()->setText(machineReport(
        facts, m_draft.profile(), m_draft.machineRows(), adviseWheel(facts, m_draft.profile())));
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(1500, m_copy, [button = m_copy] { button->setText(tr("Copy for an issue")); });
}

}
