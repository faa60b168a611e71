// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/BuildDraft.h"

#include "core/base/Platform.h"
#include "core/config/BuildChoice.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/InheritedOptions.h"
#include "core/preflight/Preflight.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/OwnChanges.h"

#include <QScopeGuard>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int typingPause = 500; // milliseconds

}

// One step of the undo stack: the edits before and after it.
class EditCommand : public QUndoCommand {
public:
    EditCommand(
        BuildDraft& draft, const QString& text, RequestWishes after, TakenValues takenAfter, QString mergeKey)
        : QUndoCommand(text)
        , m_draft(draft)
        , m_before(draft.edits())
        , m_after(std::move(after))
        , m_takenBefore(draft.taken())
        , m_takenAfter(std::move(takenAfter))
        , m_mergeKey(std::move(mergeKey))
    {
    }

    void undo() override { m_draft.applyEdits(m_before, m_takenBefore); }
    void redo() override { m_draft.applyEdits(m_after, m_takenAfter); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_mergeKey != m_mergeKey)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before); // nothing to undo any more
        return true;
    }

private:
    BuildDraft& m_draft;
    RequestWishes m_before;
    RequestWishes m_after;
    TakenValues m_takenBefore;
    TakenValues m_takenAfter;
    QString m_mergeKey;
};

BuildDraft::BuildDraft(MachineFacts& machine, ProfileCatalogue catalogue, QObject* parent)
    : QObject(parent)
    , m_machine(machine)
    , m_choice(std::move(catalogue))
    , m_wasLookedAt(machine.isComplete())
{
    m_searchDelay.setSingleShot(true);
    connect(&m_searchDelay, &QTimer::timeout, this, &BuildDraft::searchChanges);
    connect(this, &BuildDraft::treesMissed, this, &BuildDraft::readTrees);
    rank();
    m_folderDelay.setSingleShot(true);
    m_folderDelay.setInterval(typingPause);
    connect(&m_folderDelay, &QTimer::timeout, this, &BuildDraft::updateDetection);
    connect(this, &BuildDraft::derivedChanged, &m_folderDelay, qOverload<>(&QTimer::start));
    connect(&machine, &MachineFacts::changed, this, [this] {
        invalidate();
        emit derivedChanged();
    });
    connect(&machine, &MachineFacts::finished, this, [this] {
        if (std::exchange(m_wasLookedAt, true))
            m_choice.keep();
        rank();
    });
    connect(&machine, &MachineFacts::buildsRead, this, &BuildDraft::rankAgain);
    connect(&m_disk, &DiskCheck::changed, this, [this] {
        m_plan.reset(); // it may hold what ccache has told meanwhile
        emit derivedChanged();
    });
    connect(&m_disk, &DiskCheck::answered, this, &BuildDraft::diskAnswered);
}

void BuildDraft::setCatalogue(ProfileCatalogue catalogue)
{
    m_choice.setCatalogue(std::move(catalogue));
    rankAgain();
}

// What the first look at the machine led to has been seen: no file and no other look takes the user
// elsewhere.
void BuildDraft::rankAgain()
{
    if (m_wasLookedAt)
        m_choice.keep();
    rank();
}

// `ask` never waits for a disk or a program. Trees that it wanted and nobody has read are read elsewhere, and
// all is asked again.
template <typename Ask> auto BuildDraft::withKnownAnswers(Ask ask) const
{
    KnownAnswersOnly trees;
    const auto tell = qScopeGuard([&] {
        if (!trees.missed.isEmpty())
            emit treesMissed(trees.missed);
    });
    return ask();
}

void BuildDraft::readTrees(const QStringList& folders)
{
    m_treesToRead += folders;
    m_treesToRead.removeDuplicates();
    const auto read = [wanted = m_treesToRead](const std::stop_token&) {
        return std::count_if(wanted.begin(), wanted.end(),
            [](const QString& folder) { return factsOfTree(folder) != nullptr; });
    };
    m_treeQuery.ask(m_treesToRead.join(u'\n'), read, [this](qsizetype trees) {
        m_treesToRead.clear();
        m_treeQuery.forget(); // the same may be missed again
        if (trees > 0)
            rank();
    });
}

void BuildDraft::judgeProfiles()
{
    withKnownAnswers([this] { m_choice.judge(m_machine.facts(), m_edits); });
}

void BuildDraft::rank()
{
    judgeProfiles();
    const bool isAnother = m_choice.takeBest();
    invalidate();
    emit rankingChanged();
    if (isAnother)
        emit profileChanged();
    emit derivedChanged();
}

void BuildDraft::chooseProfile(const QString& id)
{
    if (!m_choice.choose(id))
        return;
    invalidate();
    emit profileChanged();
    emit derivedChanged();
}

void BuildDraft::keepProfile()
{
    if (m_wasLookedAt && !isProfileChosen())
        m_choice.choose(profileId());
}

void BuildDraft::leaveProfileToRanking()
{
    m_choice.forget();
    if (!m_choice.takeBest())
        return;
    invalidate();
    emit profileChanged();
    emit derivedChanged();
}

RequestWishes BuildDraft::wishes() const
{
    RequestWishes wishes = m_edits;
    if (wishes.gate == GateUse::Off)
        wishes.memoryLimit.reset();
    return wishes;
}

void BuildDraft::change(const QString& what, const RequestWishes& edits, const QString& mergeKey)
{
    if (edits != m_edits)
        m_undo.push(new EditCommand(*this, what, edits, m_taken, mergeKey));
}

void BuildDraft::take(const TakenValues& taken, const QString& what, const RequestWishes& edits)
{
    if (edits != m_edits)
        m_undo.push(new EditCommand(*this, what, edits, taken, {}));
    else
        applyEdits(edits, taken);
}

void BuildDraft::edit(
    const QString& what, const QString& mergeKey, const std::function<void(RequestWishes&)>& set)
{
    RequestWishes edits = m_edits;
    set(edits);
    change(what, edits, mergeKey);
}

void BuildDraft::applyEdits(const RequestWishes& edits, const TakenValues& taken)
{
    m_edits = edits;
    m_taken = taken;
    keepProfile();
    const bool isJudgement = !m_choice.isJudgedFor(m_edits);
    if (isJudgement) // of the same profile: no change takes the user to another one
        judgeProfiles();
    invalidate();
    if (isJudgement)
        emit rankingChanged();
    emit editsChanged();
    emit derivedChanged();
}

void BuildDraft::setFlag(const QString& name, const QString& value, const QString& type)
{
    edit(tr("set %1").arg(name), {}, [&](RequestWishes& edits) {
        edits.configuration.setFlag({ name, value, type, ValueOrigin::User });
    });
}

void BuildDraft::resetFlag(const QString& name)
{
    edit(tr("reset %1").arg(name), {}, [&](RequestWishes& edits) {
        edits.configuration.removeFlag(name);
        edits.configuration.unsetFlags.removeAll(name);
    });
}

void BuildDraft::unsetFlag(const QString& name)
{
    edit(tr("do not pass %1").arg(name), {},
        [&](RequestWishes& edits) { edits.configuration.unsetFlag(name); });
}

void BuildDraft::setEnvironment(const QString& name, const std::optional<QString>& value)
{
    edit(tr("set %1").arg(name), {}, [&](RequestWishes& edits) {
        edits.configuration.setEnvironment({ name, value, ValueOrigin::User });
    });
}

void BuildDraft::resetEnvironment(const QString& name)
{
    edit(tr("reset %1").arg(name), {},
        [&](RequestWishes& edits) { edits.configuration.removeEnvironment(name); });
}

void BuildDraft::takeChangesBack()
{
    change(tr("take all changes back"), {});
}

void BuildDraft::dropRedundantEdits()
{
    if (profile())
        change(tr("save changes as a profile"), withoutRedundant(m_edits, *profile()));
}

void BuildDraft::setCleanLevel(CleanLevel level)
{
    if (level == m_cleanLevel)
        return;
    m_cleanLevel = level;
    invalidate();
    emit derivedChanged();
}

void BuildDraft::updateDetection()
{
    if (const auto& asked = request()) {
        m_machine.setFolders(asked->sourceFolder, asked->buildFolder);
        m_disk.ask(*asked);
    }
    if (!profile())
        return;
    const DetectionWishes named = detectionFor(*profile(), wishes());
    m_machine.setNamedPrograms(named.pythons, named.compilers);
}

bool BuildDraft::isDiskKnown() const
{
    const auto& asked = request();
    return asked && m_disk.knows(*asked);
}

bool BuildDraft::isAllKnown() const
{
    return isDiskKnown() && !m_machine.isLooking();
}

void BuildDraft::checkDiskNow()
{
    m_folderDelay.stop();
    updateDetection();
}

void BuildDraft::checkDiskAgain()
{
    m_machine.readBuilds();
    m_disk.forget();
    m_folderDelay.start();
    emit foldersChanged();
}

QVector<EditConflict> BuildDraft::conflicts() const
{
    return profile() ? conflictsOf(m_edits, *profile(), plainRequest()) : QVector<EditConflict>();
}

void BuildDraft::takeProfileValues(const QVector<EditConflict>& conflicts)
{
    RequestWishes edits = m_edits;
    for (const EditConflict& conflict : conflicts)
        edits = withProfileValue(std::move(edits), conflict);
    change(tr("take what the profile says"), edits);
}

const RequestDraft& BuildDraft::sketch() const
{
    if (!m_sketch)
        m_sketch.emplace(profile() ? draftRequest(*profile(), m_machine.facts(), wishes()) : RequestDraft());
    return *m_sketch;
}

const BuildRequest& BuildDraft::plainRequest() const
{
    if (!m_plain)
        m_plain.emplace(profile() ? draftRequest(*profile(), m_machine.facts(), {}).request : BuildRequest());
    return *m_plain;
}

QVector<RequestDifference> BuildDraft::changes() const
{
    const auto made = plannable();
    auto changes = ownChanges(m_edits, m_taken, plainRequest(), made ? *made : draftedRequest());
    for (RequestDifference& change : changes) {
        if (change.name == QLatin1String("Number of jobs") && profile() && !profile()->jobs)
            change.before
                = change.before.isEmpty() ? tr("automatic") : tr("automatic, here %1").arg(change.before);
    }
    return changes;
}

int BuildDraft::changedFlags() const
{
    return ownFlags((profile() ? withoutRedundant(m_edits, *profile()) : m_edits).configuration, m_taken);
}

std::optional<int> BuildDraft::attemptOf(const RequestDifference& change) const
{
    return isTaken(m_taken, m_edits.configuration, change) ? std::optional(m_taken.attempt) : std::nullopt;
}

const Result<BuildRequest>& BuildDraft::request() const
{
    if (m_request)
        return *m_request;
    if (brokenProfile()) {
        m_request.emplace(Error { tr("This profile cannot be read: %1").arg(brokenProfile()->error) });
    } else if (!profile()) {
        m_request.emplace(Error { tr("No profile could be read, so there is nothing to build.") });
    } else if (!sketch().problems.isEmpty()) {
        m_request.emplace(Error { sketch().problems.first().sentence });
    } else {
        m_request.emplace(plannable());
    }
    return *m_request;
}

Result<BuildRequest> BuildDraft::plannable() const
{
    if (!profile() || brokenProfile())
        return request();
    auto made = sketch().plannable();
    if (made && m_cleanLevel != CleanLevel::None) {
        made->clean = true;
        made->cleanLevel = cleanLevelId(m_cleanLevel);
    }
    return made;
}

BuildRequest BuildDraft::requestOf(const Profile& profile) const
{
    return draftRequest(profile, m_machine.facts(), wishes()).request;
}

Result<StagePlan> BuildDraft::planOf(const BuildRequest& asked) const
{
    return withKnownAnswers(
        [&] { return makeStagePlan(asked, hostPlatform(), inheritedOptions(asked, m_machine.facts())); });
}

const Result<StagePlan>& BuildDraft::plan() const
{
    if (!m_plan) {
        const Result<BuildRequest>& asked = request();
        m_plan.emplace(asked ? planOf(*asked) : Result<StagePlan>(asked.error()));
    }
    return *m_plan;
}

Result<StagePlan> BuildDraft::shownPlan() const
{
    if (plan())
        return plan();
    const auto asked = plannable();
    if (!asked)
        return plan();
    auto made = planOf(*asked);
    for (const RequestAssumption& assumption : assumptions()) {
        if (made)
            made->warnings << assumption.sentence;
    }
    return made;
}

QVector<CheckRow> BuildDraft::machineRows() const
{
    return withKnownAnswers([this] {
        if (!profile())
            return describeMachine(m_machine.facts());
        QVector<CheckRow> rows = checkMachine(m_machine.facts(), *profile(), sketch().request);
        markWhatPreventsRequest(rows, sketch().problems);
        return rows;
    });
}

std::shared_ptr<const TreeFacts> BuildDraft::tree() const
{
    if (!profile())
        return nullptr;
    return withKnownAnswers(
        [this] { return chooseBuild(m_machine.facts(), *profile(), sketch().request).tree; });
}

BuildCase BuildDraft::buildCase() const
{
    return { m_machine.facts(), *profile(), wishes() };
}

const QVector<CheckRow>& BuildDraft::untriedProblems() const
{
    if (!m_problems) {
        m_problems.emplace(
            withKnownAnswers([this] { return profile() ? problemsOf(buildCase()) : QVector<CheckRow>(); }));
        for (CheckRow& row : *m_problems)
            row.proposed = std::exchange(row.changes, {});
    }
    return *m_problems;
}

QVector<CheckRow> BuildDraft::problems() const
{
    const QVector<CheckRow>& rows = m_solution ? m_solution->rows : untriedProblems();
    return request() ? m_disk.answer().rows + rows : rows;
}

void BuildDraft::searchChanges()
{
    if (!profile())
        return;
    m_solver.ask(
        {}, [wanted = buildCase()](const std::stop_token&) { return solve(wanted); },
        [this](const Solution& solution) {
            m_solution = solution;
            emit derivedChanged();
        });
}

void BuildDraft::make(const Change& wanted)
{
    RequestWishes edits = m_edits;
    for (const ChangeStep& step : wanted.steps)
        applyStep(step, edits);
    change(wanted.title, edits);
    for (const ChangeStep& step : wanted.steps) {
        if (step.kind == StepKind::Choose)
            m_machine.setOverridePath(step.name, step.value);
    }
}

void BuildDraft::invalidate()
{
    m_sketch.reset();
    m_problems.reset();
    m_solver.forget();
    m_solution.reset();
    m_searchDelay.start();
    m_plain.reset();
    m_request.reset();
    m_plan.reset();
}

}
