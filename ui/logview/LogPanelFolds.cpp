// SPDX-License-Identifier: GPL-3.0-or-later
// What LogPanel folds, its headings and the legend of the scroll bar.
#include "core/base/Units.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/text/StateText.h"

#include <QAction>
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
    const auto result = std::find_if(
        m_stages.begin(), m_stages.end(), [&stage](const StageResult& one) { return one.id == stage; });
    if (result == m_stages.end())
        return heading;
    heading.mark = markOf(result->state);
    heading.detail = stateWord(result->state);
    if (result->duration)
        heading.detail += QStringLiteral("  \u00b7  ") + formatDuration(*result->duration);
    return heading;
}

// Decided once for each stage, when it has ended; what the user folds later is his.
void LogPanel::judgeStages(const AttemptRecord& record, const QString& telling)
{
    for (const StageResult& stage : record.stages) {
        if (stage.state != StageState::Succeeded || m_judgedStages.contains(stage.id))
            continue;
        m_judgedStages.insert(stage.id);
        if (stage.id != telling && m_view->isFollowing())
            m_foldedStages.insert(stage.id);
    }
    updateFolds();
}

// "[12/5871] Building CXX object c10/x.cpp.o" and "[12/5871|4|31.2] Linking...", or ninja's last words, which
// belong to no step.
void LogPanel::readSteps()
{
    const auto index = m_document ? m_document->index() : nullptr;
    m_stepHeads.start(
        index, { LogQuery::Kind::Expression, QStringLiteral("^(?:\\[\\d+/\\d+[^\\]]*\\] |ninja: )") });
    m_failures.start(index, { LogQuery::Kind::Expression, QStringLiteral("^FAILED: ") });
}

void LogPanel::updateFolds()
{
    if (!m_document)
        return;
    const auto index = m_document->index();
    const LogLayout layout = index->layout();
    const qint64 lineCount = index->lineCount();
    LogFolds folds = m_view->folds();
    QVector<LogFolds::Fold> stages;
    for (const LogLayout::Section& section : layout.sections()) {
        if (section.part.heading.isEmpty())
            continue;
        stages.append({ section.line, layout.linesBelow(section, lineCount), false });
        folds.setFolded(section.line, m_foldedStages.contains(section.part.stage));
    }
    folds.setStages(stages);
    if (!m_stepHeads.isBusy() && !m_failures.isBusy())
        folds.setSteps(m_stepHeads.hits(), m_failures.hits(), lineCount);
    m_view->setFolds(folds);
}

// The user has folded or unfolded something.
void LogPanel::takeFolds()
{
    const LogLayout layout = this->layout();
    for (const LogLayout::Section& section : layout.sections()) {
        if (section.part.heading.isEmpty())
            continue;
        if (m_view->folds().isFolded(section.line))
            m_foldedStages.insert(section.part.stage);
        else
            m_foldedStages.remove(section.part.stage);
    }
    showHitMarks();
}

void LogPanel::foldGoodSteps()
{
    LogFolds folds = m_view->folds();
    folds.foldSteps(false);
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
    const auto add = [this, menu](const QString& text, const QKeySequence& key, void (LogPanel::*slot)()) {
        QAction* action = menu->addAction(text, this, slot);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
    };
    add(tr("Fold what good steps printed"), QKeySequence(Qt::ALT | Qt::Key_G), &LogPanel::foldGoodSteps);
    add(tr("Fold all"), QKeySequence(Qt::ALT | Qt::Key_Left), &LogPanel::foldAll);
    add(tr("Unfold all"), QKeySequence(Qt::ALT | Qt::Key_Right), &LogPanel::unfoldAll);
}

// What the marks in the scroll bar mean; drawn anew each time, because the palette may have changed.
void LogPanel::createLegend(QMenu* menu)
{
    QMenu* legend = menu->addMenu(tr("Marks in the scroll bar"));
    connect(legend, &QMenu::aboutToShow, this, [this, legend] {
        legend->clear();
        const auto* bar = static_cast<const LogScrollBar*>(m_view->verticalScrollBar());
        for (int mark = 0; mark < LogScrollBar::markKinds; ++mark)
            legend->addAction(QIcon(bar->sample(LogScrollBar::Mark(mark), QSize(16, 16))),
                LogScrollBar::nameOf(LogScrollBar::Mark(mark)));
    });
}

}
