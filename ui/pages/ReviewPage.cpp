// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ReviewPage.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/estimate/BuildEstimates.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/EstimateForm.h"
#include "ui/pages/LocationForm.h"
#include "ui/pages/MachineChecks.h"
#include "ui/pages/MoreForm.h"
#include "ui/text/BreakableText.h"
#include "ui/text/CheckText.h"
#include "ui/text/PlanText.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/CutText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StageRow.h"

#include <QDir>
#include <QLabel>
#include <QMoveEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype mostChanges = 12; // in lines, before the rest is asked for
constexpr int settlingTime = 50; // milliseconds in which all moves belong together

}

ReviewPage::ReviewPage(BuildDraft& draft, QWidget* parent)
    : WizardPage(parent)
    , m_draft(draft)
{
    setObjectName(QStringLiteral("reviewPage"));
    createWidgets();
    layOut();
    connect(&m_draft, &BuildDraft::derivedChanged, this, &ReviewPage::refresh);
    connect(&m_draft, &BuildDraft::foldersChanged, this, [this] {
        m_estimateQuery.forget(); // there may be more attempts now
        queryEstimate();
    });
    serveChecks(*m_problems, m_draft);
    connect(m_problems, &CheckList::fieldRequested, this, &ReviewPage::goTo);
    connect(m_problems, &CheckList::checkAgainRequested, &m_draft, &BuildDraft::checkDiskAgain);
    refresh();
}

void ReviewPage::createWidgets()
{
    m_headline = named(headline(QString(), this), "reviewVerdict");
    m_subline = named(secondaryText(QString(), this), "reviewSource");
    m_impossible = named(new Banner(this), "reviewImpossible");
    m_problems = named(new CheckList, "reviewProblems");
    m_problems->setGrouped(false);
    m_changesTitle = sectionTitle(QString(), this);
    m_changes = new CutText(QStringLiteral("reviewChanges"), mostChanges);
    m_changes->setContentsMargins(visualMargins({ spacing::row, 0, 0, spacing::inner }, *this));
    m_places = named(new LocationForm(m_draft), "reviewPlaces");
    m_moreForm = new MoreForm(m_draft);
    m_more = new CollapsibleSection(QStringLiteral("reviewMore"), tr("Mo&re"), m_moreForm);
    m_expectationTitle = sectionTitle(tr("What to expect"), this);
    m_expectation = named(new EstimateForm, "reviewExpectation");
    m_warnings = named(secondaryText(QString(), this), "reviewWarnings");
    m_warnings->setContentsMargins(visualMargins({ spacing::row, 0, 0, 0 }, *this));
}

void ReviewPage::layOut()
{
    auto* content = new QWidget;
    m_above = named(new QWidget, "reviewAbove");
    columnOf(m_above, {}, spacing::inner,
        { m_impossible, m_problems, Part::gap(spacing::inner), m_changesTitle, m_changes, Part::stretch() });
    auto* body = columnOf(content, { spacing::page, 0, spacing::page, spacing::page }, spacing::inner,
        { m_above, sectionTitle(tr("Where and how"), this), m_places, m_more, Part::gap(spacing::group),
            m_expectationTitle, m_expectation });
    m_places->installEventFilter(this);
    m_settled.setSingleShot(true);
    m_settled.setInterval(settlingTime);
    connect(&m_settled, &QTimer::timeout, this, [this] { m_owed = 0; });
    alignForms();
    body->addSpacing(spacing::group);
    body->addWidget(sectionTitle(tr("What will run"), this));
    m_stageLayout = new QVBoxLayout;
    m_stageLayout->setSpacing(0);
    body->addLayout(m_stageLayout);
    body->addWidget(m_warnings);
    body->addStretch(1); // rows of checks can grow, but do not

    auto* top = columnOf(spacing::small, { m_headline, m_subline });
    top->setContentsMargins(spacing::page, spacing::page, spacing::page, 0);
    auto* layout = columnOf(this, {}, spacing::group, { top });
    m_scroll = scrolled(content, QStringLiteral("reviewScroll"), tr("Review of the build"));
    layout->addWidget(m_scroll, 1);
}

// What stands above the forms grows and shrinks with what is typed in them and what disks answer.
bool ReviewPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_places && event->type() == QEvent::Move) {
        const auto* move = static_cast<QMoveEvent*>(event);
        followPlaces(move->pos().y() - move->oldPos().y());
    }
    return WizardPage::eventFilter(watched, event);
}

// At the forms, or below.
bool ReviewPage::hasKeyboardBelow() const
{
    const QWidget* focus = m_scroll->widget()->focusWidget();
    return focus && focus->hasFocus() && !m_above->isAncestorOf(focus);
}

// What stands above the forms shrinks as far as the page can be scrolled for it; the rest stays empty until
// the page is entered again.
void ReviewPage::keepPlaces()
{
    if (hasKeyboardBelow())
        m_above->setMinimumHeight(std::max(0, m_above->height() - m_scroll->verticalScrollBar()->value()));
}

// Whoever is there sees the forms stay where they are.
void ReviewPage::followPlaces(int moved)
{
    QScrollBar* bar = m_scroll->verticalScrollBar();
    if (!hasKeyboardBelow() && bar->value() < m_places->y() - moved)
        return;
    // One change of the list moves the forms several times, up and down.
    const int wanted = bar->value() + m_owed + moved;
    m_owed = std::min(0, wanted);
    m_settled.start();
    bar->setMaximum(std::max(bar->maximum(), wanted)); // the area learns its range later
    bar->setValue(wanted);
}

// The forms below each other share their columns.
void ReviewPage::alignForms()
{
    m_places->fitBoxes();
    const int names = std::max(m_places->nameWidth(), m_moreForm->nameWidth());
    m_places->setNameWidth(names);
    m_more->setTitleWidth(12 + names); // the forms are indented
    m_moreForm->setColumnWidths(names, m_places->fieldWidth());
    m_expectation->setColumnWidths(names, m_places->fieldWidth());
}

void ReviewPage::changeEvent(QEvent* event)
{
    WizardPage::changeEvent(event);
    // The names have these letters a moment later.
    if (event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(
            this, [this] { alignForms(); }, Qt::QueuedConnection);
}

void ReviewPage::enter()
{
    m_scroll->verticalScrollBar()->setValue(0); // what the headline counts stands there
    refresh();
    m_above->setMinimumHeight(0);
    m_places->recount();
    m_draft.checkDiskAgain();
    m_scroll->setFocus(); // not on "Build", which was "Next" a moment ago
}

void ReviewPage::refresh()
{
    keepPlaces();
    const QVector<CheckRow> problems = inOrderOfTopics(m_draft.problems());
    const auto& plan = m_draft.plan();
    const QString name = m_draft.profile() ? shownData(m_draft.profile()->name) : QString();
    const CheckVerdict verdict = verdictOf(problems);
    m_headline->setText(plan || verdict.failures > 0 ? verdictText(verdict, name)
            : name.isEmpty()                         ? tr("This cannot be built yet")
                                                     : tr("%1 cannot be built yet").arg(name));
    m_subline->setText(m_draft.profile() ? sourceLine() : QString());
    // What the request lacks stands among the problems, with what mends it.
    m_impossible->setVisible(!plan && (m_draft.request() || problems.isEmpty()));
    if (!plan)
        m_impossible->setMessage(Tone::Bad, plan.error().message);
    m_problems->setOverrides(m_draft.machine().overrides());
    m_problems->setRows(problems, false);
    m_problems->setVisible(!problems.isEmpty());
    refreshChanges();
    m_more->setSummary(m_moreForm->summary());
    const bool isPlanned = m_draft.shownPlan().ok();
    m_expectationTitle->setVisible(isPlanned);
    m_expectation->setVisible(isPlanned);
    refreshStages();
    if (isVisible())
        queryEstimate();
}

// A tree that lies there is built as it is, whatever the profile would have fetched.
QString ReviewPage::sourceLine() const
{
    const BuildRequest& request = m_draft.draftedRequest();
    const SourceSpec& source = request.source;
    if (request.fetches() || source.kind == SourceKind::Sample || request.sourceFolder.isEmpty())
        return tr("Source: %1").arg(sourceText(source));
    const QString folder = breakable(QDir::toNativeSeparators(request.sourceFolder));
    return source.version.isEmpty() ? tr("Source: %1").arg(folder)
                                    : tr("Source: %1, PyTorch %2").arg(folder, shownData(source.version));
}

void ReviewPage::goTo(BuildField field)
{
    static const char* const names[] = { "", "result", "sourceFolder", "buildFolder", "cleanFirst",
        "pythonChange", "wheelsFolder", "releaseTag", "installEnvironment" }; // in the order of BuildField
    auto* widget = findChild<QWidget*>(QLatin1String(names[int(field)]));
    if (!widget)
        return;
    if (m_moreForm->isAncestorOf(widget))
        m_more->setOpen(true);
    widget->setFocus(Qt::OtherFocusReason);
    m_scroll->ensureWidgetVisible(widget);
}

void ReviewPage::queryEstimate()
{
    const auto request = m_draft.plannable();
    if (!request || !m_draft.profile())
        return;
    m_estimateQuery.ask(
        QString::fromStdString(toJson(*request).dump()),
        [facts = m_draft.machine().facts(), profile = *m_draft.profile(), request = *request,
            folder = AppPaths::attemptsFolder()](
            const std::stop_token&) { return estimateHere(facts, profile, request, folder); },
        [this](const BuildEstimate& estimate) { m_expectation->setEstimate(estimate); });
}

void ReviewPage::refreshChanges()
{
    const QVector<RequestDifference> changes = m_draft.changes();
    QStringList lines;
    for (const RequestDifference& change : changes) {
        const auto attempt = m_draft.attemptOf(change);
        lines << (attempt ? tr("%1, from attempt %2").arg(changeText(change)).arg(*attempt)
                          : changeText(change));
    }
    m_changesTitle->setText(tr("What differs from the profile: %1").arg(changes.size()));
    m_changesTitle->setVisible(!changes.isEmpty());
    m_changes->setLines(lines);
}

// Rows that stay keep their widget, so that an open one stays open while the user types above it.
void ReviewPage::refreshStages()
{
    const auto plan = m_draft.shownPlan();
    showText(m_warnings, plan ? plan->warnings.join(u'\n') : QString());
    if (!plan)
        return keepLeftOutStages();
    const QVector<Stage>& stages = plan->stages;
    while (m_stages.size() > stages.size())
        delete m_stages.takeLast();
    for (int i = 0; i < stages.size(); ++i) {
        if (i == m_stages.size())
            addStageRow(stages[i].id);
        m_stages[i]->setStage(stages[i], hostPlatform(), isLeftOut(stages[i].id));
        if (stages[i].kind == StageKind::Patch)
            m_stages[i]->setChanges(m_draft.diskAnswer().patches);
        m_stages[i]->show();
    }
    int width = 0;
    for (const StageRow* row : std::as_const(m_stages))
        width = std::max(width, row->titleWidth());
    for (StageRow* row : std::as_const(m_stages))
        row->setTitleWidth(width);
}

void ReviewPage::addStageRow(const QString& id)
{
    auto* row = new StageRow(id, this);
    m_stages.append(row);
    m_stageLayout->addWidget(row);
    connect(row, &StageRow::runWanted, this, [this, id](bool wanted) { setStageWanted(id, wanted); });
}

// Leaving out may be what makes the build impossible, so that it can be taken back.
void ReviewPage::keepLeftOutStages()
{
    for (StageRow* row : std::as_const(m_stages)) {
        row->setVisible(isLeftOut(row->stageId()));
        row->setWithoutPlan();
    }
}

bool ReviewPage::isLeftOut(const QString& stage) const
{
    return m_draft.edits().skippedStages.contains(stage);
}

void ReviewPage::setStageWanted(const QString& stage, bool wanted)
{
    RequestWishes edits = m_draft.edits();
    edits.skippedStages.removeAll(stage);
    if (!wanted)
        edits.skippedStages.append(stage);
    m_draft.change(wanted ? tr("run the stage %1").arg(stage) : tr("skip the stage %1").arg(stage), edits);
}

}
