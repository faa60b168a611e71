// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/StageRow.h"

#include "ui/text/PlanText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QCheckBox>
#include <QLabel>
#include <QToolButton>

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
    , m_environmentTitle(secondaryText(tr("Environment variables set for this stage:"), m_body))
    , m_environment(new CopyBox(m_body))
{
    setObjectName(QStringLiteral("stage-") + stageId);
    named(m_run, objectName() + QStringLiteral("-run"), tr("Untick to build without this stage"));
    setPlaceKept(*m_run, true);
    m_mark->setWordVisible(false);
    m_commands->setMaximumLines(10);
    m_changes->setObjectName(objectName() + QStringLiteral("-changes"));
    m_changes->setMaximumLines(24);
    setChanges({});
    auto* line = rowOf(spacing::row, { m_run, m_mark, m_title, { m_summary, 1 }, m_toggle });
    columnOf(m_body, { 28, 0, 0, spacing::inner }, spacing::small,
        { m_commands, m_changesTitle, m_changes, m_environmentTitle, m_environment });
    columnOf(this, { spacing::row, 6, spacing::inner, 0 }, spacing::small,
        { line, m_body, new SeparatorLine(Qt::Horizontal, this) });
    connect(m_run, &QCheckBox::clicked, this, &StageRow::runWanted);
    connect(m_toggle, &QToolButton::toggled, this, &StageRow::setOpen);
    setPlaceKept(*m_toggle, true); // rows without commands are as high
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
    showText(m_environment, environment);
    m_environmentTitle->setVisible(!environment.isEmpty());
    const bool hasCommands = !stage.commands.isEmpty() && !m_run->isHidden();
    m_toggle->setVisible(hasCommands);
    if (!hasCommands)
        m_toggle->setChecked(false);
    m_toggle->setAccessibleName(tr("Show the exact commands of %1").arg(shownTitle(stage)));
    m_commands->setSubject(tr("Commands of %1").arg(shownTitle(stage)));
    m_changes->setSubject(tr("Changes of %1").arg(shownTitle(stage)));
    m_environment->setSubject(tr("Variables of %1").arg(shownTitle(stage)));
    setAccessibleName(QStringLiteral("%1: %2").arg(shownTitle(stage), m_summary->text()));
}

int StageRow::titleWidth() const
{
    return m_title->sizeHint().width();
}

void StageRow::setTitleWidth(int width)
{
    m_title->setMinimumWidth(width);
}

void StageRow::setChanges(const QString& diff)
{
    showText(m_changes, diff);
    m_changesTitle->setVisible(!diff.isEmpty());
}

void StageRow::setWithoutPlan()
{
    setMark(true);
    m_run->show();
    m_summary->setText(tr("skipped by you"));
    m_toggle->hide();
    setOpen(false);
}

void StageRow::setOpen(bool open)
{
    setExpandIcon(*m_toggle, open);
    m_body->setVisible(open);
}

}
