// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/StageRow.h"

#include "ui/text/PlanText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/StateMark.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace torchmason {

StageRow::StageRow(const QString& stageId, QWidget* parent)
    : QWidget(parent)
    , m_stageId(stageId)
    , m_run(new QCheckBox(this))
    , m_mark(new StateMark(this))
    , m_title(new QLabel(this))
    , m_summary(secondaryText(QString(), this))
    , m_toggle(
          expandButton(QStringLiteral("stage-%1-toggle").arg(stageId), tr("Show the exact commands"), this))
    , m_body(new QWidget(this))
    , m_commands(new CopyBox(m_body))
    , m_changesTitle(secondaryText(tr("What that changes in the source as it is now:"), m_body))
    , m_changes(new CopyBox(m_body))
    , m_environmentTitle(secondaryText(tr("Variables on top of the program's own:"), m_body))
    , m_environment(new CopyBox(m_body))
{
    setObjectName(QStringLiteral("stage-") + stageId);
    m_run->setObjectName(objectName() + QStringLiteral("-run"));
    m_run->setToolTip(tr("Untick to build without this stage"));
    QSizePolicy place = m_run->sizePolicy();
    place.setRetainSizeWhenHidden(true);
    m_run->setSizePolicy(place);
    m_mark->setWordVisible(false);
    m_commands->setMaximumLines(10);
    m_changes->setObjectName(objectName() + QStringLiteral("-changes"));
    m_changes->setMaximumLines(24);
    setChanges({});
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_run);
    line->addWidget(m_mark);
    line->addWidget(m_title);
    line->addWidget(m_summary, 1);
    line->addWidget(m_toggle);
    m_title->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(28, 0, 0, spacing::inner);
    body->setSpacing(spacing::small);
    body->addWidget(m_commands);
    body->addWidget(m_changesTitle);
    body->addWidget(m_changes);
    body->addWidget(m_environmentTitle);
    body->addWidget(m_environment);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, spacing::inner, 0);
    layout->setSpacing(spacing::small);
    layout->addLayout(line);
    layout->addWidget(m_body);
    layout->addWidget(new SeparatorLine(Qt::Horizontal, this));
    connect(m_run, &QCheckBox::clicked, this, &StageRow::runWanted);
    connect(m_toggle, &QToolButton::toggled, this, &StageRow::setOpen);
    setOpen(false);
}

void StageRow::setMark(bool skipped)
{
    m_mark->setMark(skipped ? Mark::Skipped : Mark::Waiting, skipped ? tr("skipped") : tr("will run"));
    m_title->setEnabled(!skipped);
    m_run->setChecked(!skipped);
}

void StageRow::setStage(const Stage& stage, Platform platform, bool leftOut)
{
    setMark(stage.skipped);
    m_title->setText(shownTitle(stage));
    m_run->setVisible(!stage.skipped || leftOut); // a stage that is skipped anyway cannot be excluded
    m_run->setAccessibleName(tr("Run %1").arg(shownTitle(stage)));
    m_summary->setText(stageSummary(stage));
    m_commands->setText(stageCommandsText(stage, platform));
    const QString environment = stageEnvironmentText(stage);
    m_environment->setText(environment);
    m_environment->setVisible(!environment.isEmpty());
    m_environmentTitle->setVisible(!environment.isEmpty());
    m_toggle->setVisible(!stage.commands.isEmpty());
    setAccessibleName(QStringLiteral("%1: %2").arg(shownTitle(stage), m_summary->text()));
}

void StageRow::setChanges(const QString& diff)
{
    if (m_changes->text() != diff)
        m_changes->setText(diff);
    m_changes->setVisible(!diff.isEmpty());
    m_changesTitle->setVisible(!diff.isEmpty());
}

void StageRow::setWithoutPlan()
{
    setMark(true);
    m_run->show();
    m_summary->setText(tr("left out by you"));
    m_toggle->hide();
    setOpen(false);
}

void StageRow::setOpen(bool open)
{
    setExpandIcon(*m_toggle, open);
    m_body->setVisible(open);
}

}
