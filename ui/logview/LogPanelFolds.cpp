// SPDX-License-Identifier: GPL-3.0-or-later
// What LogPanel folds, its headings and the legend of the scroll bar.
#include "core/base/Units.h"
#include "core/store/StageStanding.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/text/StateText.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>

#include <algorithm>

namespace torchmason {

const Stage* LogPanel::plannedStage(const QString& stage) const
{
    const auto found = std::find_if(
        m_planned.begin(), m_planned.end(), [&stage](const Stage& one) { return one.id == stage; });
    return found == m_planned.end() ? nullptr : &*found;
}

LogHeading LogPanel::headingOf(const QString& stage) const
{
    LogHeading heading;
    const Stage* planned = plannedStage(stage);
    heading.title = planned ? shownTitle(*planned) : stage;
    const StageResult* result = stageNamed(m_stages, stage);
    if (!result)
        return heading;
    heading.mark = markOf(result->state, m_attemptState);
    heading.detail = stateWord(result->state, m_attemptState);
    if (result->duration)
        heading.detail += QStringLiteral("  \u00b7  ") + formatDuration(*result->duration);
    return heading;
}

QString LogPanel::lastStage(StageState state) const
{
    const auto found = std::find_if(m_stages.rbegin(), m_stages.rend(),
        [state](const StageResult& stage) { return stage.state == state; });
    return found == m_stages.rend() ? QString() : found->id;
}

// The stage that failed, else the long one, else the newest.
QString LogPanel::tellingStage() const
{
    if (const QString failed = lastStage(StageState::Failed); !failed.isEmpty())
        return failed;
    const QString compile = stageKindId(StageKind::Compile);
    const bool hasCompiled = m_stageBox->findData(compile) >= 0;
    return hasCompiled || m_stages.isEmpty() ? compile : m_stages.last().id;
}

// Decided once for each stage, when it has ended; what the user folds later is his. While the attempt runs,
// the stage that tells most may still become another one.
void LogPanel::judgeStages(const AttemptRecord& record)
{
    const bool isOver = hasEnded(record.state);
    const QString telling = tellingStage();
    for (const StageResult& stage : std::as_const(m_stages)) {
        if (stage.state != StageState::Succeeded || (stage.id == telling && !isOver)
            || m_judgedStages.contains(stage.id))
            continue;
        m_judgedStages.insert(stage.id);
        if (stage.id != telling && m_view->isFollowing())
            m_foldedStages.insert(stage.id);
    }
    const QString running = lastStage(StageState::Running);
    m_view->setFollowedStage(running.isEmpty() ? lastStage(StageState::Failed) : running);
    updateFolds();
}

void LogPanel::readSteps()
{
    m_stepHeads.start(layout(), { LogQuery::Kind::Steps, {} });
    m_failures.start(layout(), { LogQuery::Kind::FailedSteps, {} });
}

void LogPanel::updateFolds()
{
    LogFolds folds = m_view->folds();
    QVector<LogFolds::Fold> stages;
    for (const LogLayout::Section& section : layout().sections()) {
        if (section.part.heading.isEmpty())
            continue;
        stages.append({ section.line, section.size.lines, false });
        folds.setFolded(section.line, m_foldedStages.contains(section.part.stage));
    }
    folds.setStages(stages);
    const QVector<qint64>& heads = m_stepHeads.hits();
    if (!m_stepHeads.isBusy() && !m_failures.isBusy())
        folds.setSteps(
            heads, m_failures.hits(), m_stepHeads.isFull() ? heads.last() + 1 : layout().lineCount());
    m_view->setFolds(folds);
}

// The user has folded or unfolded something.
void LogPanel::takeFolds()
{
    for (const LogLayout::Section& section : layout().sections()) {
        if (section.part.heading.isEmpty())
            continue;
        if (m_view->folds().isFolded(section.line))
            m_foldedStages.insert(section.part.stage);
        else
            m_foldedStages.remove(section.part.stage);
    }
    showHitMarks();
}

void LogPanel::foldGood()
{
    LogFolds folds = m_view->folds();
    folds.foldSteps(false);
    for (const StageResult& stage : std::as_const(m_stages)) {
        const auto heading = layout().lineOf(stage.id, -1);
        if (heading && stage.state == StageState::Succeeded && stage.id != this->stage())
            folds.setFolded(*heading, true);
    }
    m_view->setFolds(folds);
    takeFolds();
}

void LogPanel::foldAll()
{
    LogFolds folds = m_view->folds();
    folds.foldSteps(true);
    for (const LogFolds::Fold& stage : folds.stages())
        folds.setFolded(stage.line, true);
    m_view->setFolds(folds);
    takeFolds();
}

void LogPanel::unfoldAll()
{
    LogFolds folds = m_view->folds();
    folds.unfoldAll();
    m_view->setFolds(folds);
    takeFolds();
}

void LogPanel::createFoldActions(QMenu* menu)
{
    const auto add = [this, menu](const QString& text, Qt::Key key, void (LogPanel::*slot)()) {
        QAction* action = menu->addAction(text, this, slot);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_view->addAction(action);
    };
    add(tr("Fold what went well"), Qt::Key_G, &LogPanel::foldGood);
    add(tr("Fold all"), Qt::Key_Minus, &LogPanel::foldAll);
    add(tr("Unfold all"), Qt::Key_Plus, &LogPanel::unfoldAll);
}

// What the marks in the scroll bar mean; drawn anew each time, because the palette may have changed.
void LogPanel::createLegend(QMenu* menu)
{
    QMenu* legend = menu->addMenu(tr("What the marks mean"));
    connect(legend, &QMenu::aboutToShow, this, [this, legend] {
        legend->clear();
        const auto* bar = static_cast<const LogScrollBar*>(m_view->verticalScrollBar());
        for (int mark = 0; mark < LogScrollBar::markKinds; ++mark)
            legend->addAction(QIcon(bar->sample(LogScrollBar::Mark(mark), QSize(16, 16))),
                LogScrollBar::nameOf(LogScrollBar::Mark(mark)));
    });
}

}
