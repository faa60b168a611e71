// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/StagesPanel.h"

#include "core/base/Platform.h"
#include "ui/panels/AttemptText.h"
#include "ui/text/BreakableText.h"
#include "ui/text/PlanText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

enum StageColumn { NameColumn, DurationColumn };

StageResult resultOf(const AttemptRecord& record, const Stage& planned)
{
    StageResult result;
    result.id = planned.id;
    result.state = planned.skipped ? StageState::Skipped : StageState::Waiting;
    for (const StageResult& known : record.stages) {
        if (known.id == planned.id)
            result = known;
    }
    // A runner that died leaves its stage as it was; nothing runs in an attempt that does not.
    if (result.state == StageState::Running && record.state != AttemptState::Running)
        result.state = StageState::Stopped;
    return result;
}

}

StagesPanel::StagesPanel(QWidget* parent)
    : QWidget(parent)
    , m_list(new QTreeWidget(this))
    , m_details(new QWidget(this))
{
    named(m_list, "stageList", tr("Select a stage to see what it ran; Return shows its log"), tr("Stages"));
    addCopyAction(m_list);
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({ tr("Stages"), tr("Time") });
    m_list->headerItem()->setTextAlignment(DurationColumn, Qt::AlignRight | Qt::AlignVCenter);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    setQuietFrame(*m_list);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(DurationColumn, QHeaderView::ResizeToContents);
    m_outcome = new QLabel(m_details);
    m_outcome->setWordWrap(true);
    m_outcome->setTextFormat(Qt::RichText);
    m_outcome->setObjectName(QStringLiteral("stageOutcome"));
    m_foreign = named(new SecondaryLabel(m_details), "stageForeign");
    m_foreign->setText(tr("Another machine ran this: read it before you run it here."));
    m_commands = named(new CopyBox(m_details), "stageCommands");
    m_commands->setSubject(tr("Commands"));
    m_commands->setMaximumLines(8);
    m_environmentTitle = sectionTitle(tr("Environment"), m_details);
    m_environment = named(new CopyBox(m_details), "stageEnvironment");
    m_environment->setSubject(tr("Environment"));
    m_environment->setMaximumLines(4);

    columnOf(m_details, { spacing::inner, spacing::inner, spacing::inner, spacing::inner }, spacing::small,
        { m_outcome, m_foreign, m_commands, m_environmentTitle, m_environment });
    columnOf(this, {}, 0, { { m_list, 1 }, m_details });
    m_details->hide();
    connect(m_list, &QTreeWidget::currentItemChanged, this, &StagesPanel::showDetails);
    connect(m_list, &QTreeWidget::itemActivated, this,
        [this](QTreeWidgetItem* item) { emit stageActivated(item->data(0, Qt::UserRole).toString()); });
}

void StagesPanel::clear()
{
    m_record = {};
    m_list->clear();
    m_details->hide();
}

void StagesPanel::showRecord(const AttemptRecord& record)
{
    m_record = record;
    while (m_list->topLevelItemCount() > record.plan.stages.size())
        delete m_list->takeTopLevelItem(m_list->topLevelItemCount() - 1);
    while (m_list->topLevelItemCount() < record.plan.stages.size())
        m_list->addTopLevelItem(new QTreeWidgetItem);
    fillRows();
    showDetails();
}

void StagesPanel::setFailing(bool failing)
{
    if (std::exchange(m_failing, failing) == failing)
        return;
    fillRows();
    showDetails();
}

bool StagesPanel::fails(const StageResult& result) const
{
    return m_failing && result.state == StageState::Running;
}

void StagesPanel::fillRows()
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        fillRow(row, m_record.plan.stages[row], resultOf(m_record, m_record.plan.stages[row]));
}

void StagesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        fillRows();
}

QString StagesPanel::wordOf(const StageResult& result) const
{
    return fails(result) ? tr("Failing") : stateWord(result.state, m_record.state);
}

void StagesPanel::fillRow(int row, const Stage& planned, const StageResult& result)
{
    QTreeWidgetItem* item = m_list->topLevelItem(row);
    item->setData(NameColumn, Qt::UserRole, planned.id);
    item->setText(NameColumn, shownTitle(planned));
    item->setIcon(NameColumn, markIcon(fails(result) ? Mark::Bad : markOf(result.state, m_record.state)));
    const QString reason = result.state == StageState::Skipped && !planned.skipReason.isEmpty()
        ? tr("%1: %2").arg(wordOf(result), planned.skipReason)
        : wordOf(result);
    item->setToolTip(NameColumn, reason);
    item->setData(NameColumn, Qt::AccessibleTextRole, tr("%1: %2").arg(shownTitle(planned), wordOf(result)));
    const bool wasReached = m_record.state == AttemptState::Requested
        || m_record.state == AttemptState::Running || result.state != StageState::Waiting;
    item->setText(DurationColumn,
        result.duration  ? formatDuration(*result.duration)
            : wasReached ? QString()
                         : wordOf(result).toLower());
    item->setTextAlignment(DurationColumn, Qt::AlignRight | Qt::AlignVCenter);
    item->setFont(DurationColumn, tabularFont(font()));
    item->setFont(NameColumn, result.state == StageState::Running ? boldFont(font()) : font());
    const QPalette colours = QGuiApplication::palette(); // ours may not have heard of a change yet
    item->setForeground(
        NameColumn, result.hasBegun() ? colours.color(QPalette::Text) : toneColour(Tone::Neutral, colours));
}

// The wall clock goes on while the machine sleeps: no stage takes longer than the others have left of the
// whole.
void StagesPanel::tick(qint64 wallNow, Milliseconds elapsed)
{
    for (const StageResult& result : m_record.stages)
        elapsed -= result.duration.value_or(Milliseconds(0));
    for (int row = 0; row < m_record.plan.stages.size() && row < m_list->topLevelItemCount(); ++row) {
        const StageResult result = resultOf(m_record, m_record.plan.stages[row]);
        if (result.state == StageState::Running && result.startedAt)
            m_list->topLevelItem(row)->setText(DurationColumn,
                formatDuration(std::chrono::floor<std::chrono::seconds>(
                    std::min(Milliseconds(wallNow - *result.startedAt), elapsed))));
    }
}

void StagesPanel::showDetails()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_details->setVisible(row >= 0 && row < m_record.plan.stages.size());
    if (!m_details->isVisibleTo(this))
        return;
    const Stage& planned = m_record.plan.stages[row];
    const StageResult result = resultOf(m_record, planned);
    QStringList outcome {
        QStringLiteral("<b>%1</b> · %2").arg(shownTitle(planned).toHtmlEscaped(), wordOf(result))
    };
    if (result.exitCode)
        outcome << tr("exit code %1").arg(*result.exitCode);
    m_outcome->setText(outcome.join(QStringLiteral(" · "))
        + (result.error.isEmpty() ? QString()
                                  : QStringLiteral("<br>") + breakable(result.error).toHtmlEscaped()));
    m_commands->setText(stageCommandsText(planned, hostPlatform()));
    m_commands->setVisible(!planned.commands.isEmpty());
    m_foreign->setVisible(m_record.imported && !planned.commands.isEmpty());
    const QString environment = stageEnvironmentText(planned);
    showText(m_environment, environment);
    m_environmentTitle->setVisible(!environment.isEmpty());
}

}
