// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/CleanAdvice.h"
#include "core/fixes/RequestDifference.h"
#include "core/knowledge/TreeFacts.h"
#include "core/solver/Solver.h"
#include "core/stages/StagePlan.h"
#include "ui/models/DiskCheck.h"
#include "ui/models/EditConflicts.h"
#include "ui/models/OwnChanges.h"
#include "ui/models/ProfileChoice.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace torchmason {

class MachineFacts;

// The build that the wizard is preparing: machine facts, the chosen profile and the user's edits, and what
// follows from them. Everything derived is computed when asked for and kept until something changes.
class BuildDraft : public QObject {
    Q_OBJECT

public:
    BuildDraft(MachineFacts& machine, ProfileCatalogue catalogue, QObject* parent = nullptr);

    MachineFacts& machine() const { return m_machine; }
    const ProfileCatalogue& catalogue() const { return m_choice.catalogue(); }
    void setCatalogue(ProfileCatalogue catalogue);
    const QVector<RankedProfile>& ranked() const { return m_choice.ranked(); }
    const RankedProfile* rankedProfile(const QString& id) const { return m_choice.rankedProfile(id); }

    // Null where no profile could be read, or the file of the chosen one is broken.
    const Profile* profile() const { return m_choice.profile(); }
    const BrokenProfile* brokenProfile() const { return m_choice.brokenProfile(); }
    const QString& profileId() const { return m_choice.id(); }
    // Kept in the settings. Until one is chosen, the profile is taken that ranks best after the first look at
    // the machine. A profile whose file is broken can be chosen but not built.
    void chooseProfile(const QString& id);
    // The user works with the one that was taken: from then on it is chosen. Before the machine was looked at
    // it may still become another one.
    void keepProfile();
    bool isProfileChosen() const { return m_choice.isChosen(); }
    void leaveProfileToRanking(); // as before the first choice

    const RequestWishes& edits() const { return m_edits; }
    // The edits as the build gets them: without the gate there is no memory limit, but the edits keep it for
    // later.
    RequestWishes wishes() const;
    // The one way in which edits change; `what` names the step in the Edit menu. The same `mergeKey`
    // twice in a row is one step (typing into a field).
    void change(const QString& what, const RequestWishes& edits, const QString& mergeKey = {});
    // The same with what `set` does to the edits of now.
    void edit(const QString& what, const QString& mergeKey, const std::function<void(RequestWishes&)>& set);
    // Names of values of the last run that were not kept, because they were secrets.
    const QStringList& notKept() const { return m_notKept; }
    void setNotKept(const QStringList& names) { m_notKept = names; }
    QUndoStack& undoStack() { return m_undo; }
    // A change whose values come from an attempt; one step of undo.
    void take(const TakenValues& taken, const QString& what, const RequestWishes& edits);
    const TakenValues& taken() const { return m_taken; } // last
    // The attempt that a change comes from; nullopt: it is the user's own.
    std::optional<int> attemptOf(const RequestDifference& change) const;

    void setFlag(const QString& name, const QString& value, const QString& type = {});
    void resetFlag(const QString& name);
    // The build goes without the value of the profile, and the entry leaves CMake's cache.
    void unsetFlag(const QString& name);
    void setEnvironment(const QString& name, const std::optional<QString>& value);
    void resetEnvironment(const QString& name);
    // Removes all edits; one step of undo.
    void takeChangesBack();
    // Removes edits that equal the profile; one step of undo.
    void dropRedundantEdits();
    QVector<EditConflict> conflicts() const;
    // Removes these edits; one step of undo.
    void takeProfileValues(const QVector<EditConflict>& conflicts);

    // What is deleted in the build folder before the next build. Not an edit: it is for one build only, and
    // undo must not restore it.
    CleanLevel cleanLevel() const { return m_cleanLevel; }
    void setCleanLevel(CleanLevel level);

    // The request for the runner, or why there is none.
    const Result<BuildRequest>& request() const;
    const Result<StagePlan>& plan() const;
    // For showing and exporting, also where this machine lacks something: then with assumed paths, see
    // assumptions().
    Result<BuildRequest> plannable() const;
    // The same of any profile, with the edits, also where it cannot be planned yet.
    BuildRequest requestOf(const Profile& profile) const;
    Result<StagePlan> shownPlan() const;
    const QVector<RequestAssumption>& assumptions() const { return sketch().assumptions; }
    // The configuration as far as it can be made, also where there is no request yet.
    const Configuration& configuration() const { return sketch().request.configuration; }
    const BuildRequest& draftedRequest() const { return sketch().request; }
    const SourceSpec& source() const { return sketch().request.source; }
    // The same without edits.
    const Configuration& plainConfiguration() const { return plainRequest().configuration; }
    // What the user's edits make of the profile's build, on this machine.
    QVector<RequestDifference> changes() const;
    // Flags and variables among the edits, without those of a tour that runs and those that say what the
    // profile says.
    int changedFlags() const;
    // What the source's tree says; nullptr where there is none, or it is not read yet.
    std::shared_ptr<const TreeFacts> tree() const;
    // The machine against the profile; without a profile, what is there.
    QVector<CheckRow> machineRows() const;
    // Problems of the build, worst first, also where there is no request. The changes of a row
    // follow a moment later, when the solver has tried what is proposed.
    QVector<CheckRow> problems() const;
    // Applies the steps of a change that the program can do, as one step of undo. A program that it chooses
    // is chosen for all builds, as on the machine page.
    void make(const Change& wanted);
    // Problems of the request on disk; updated a moment after every change.
    const DiskAnswer& diskAnswer() const { return m_disk.answer(); }
    // Whether that is the answer to the current request.
    bool isDiskKnown() const;
    // The same, and no detection of the machine runs.
    bool isAllKnown() const;
    // After a build that may have changed the folders.
    void checkDiskAgain();
    // At once, without the pause for typing.
    void checkDiskNow();

    // Passes the folders, interpreters and compilers of the request to the detection.
    void updateDetection();

signals:
    void profileChanged();
    void rankingChanged();
    void editsChanged();
    void foldersChanged(); // checkDiskAgain() was asked for
    void derivedChanged(); // request, plan and rows may differ now
    void diskAnswered(); // diskAnswer() has come, the same as before or another one
    void treesMissed(const QStringList& folders) const; // for readTrees()

private:
    friend class EditCommand;
    void applyEdits(const RequestWishes& edits, const TakenValues& taken);
    void judgeProfiles();
    void rank();
    void rankAgain();
    void invalidate();
    BuildCase buildCase() const;
    const QVector<CheckRow>& untriedProblems() const;
    void searchChanges();
    template <typename Ask> auto withKnownAnswers(Ask ask) const;
    Result<StagePlan> planOf(const BuildRequest& asked) const;
    void readTrees(const QStringList& folders);
    const RequestDraft& sketch() const;
    const BuildRequest& plainRequest() const;

    MachineFacts& m_machine;
    ProfileChoice m_choice;
    bool m_wasLookedAt = false; // the machine
    RequestWishes m_edits;
    QStringList m_notKept;
    TakenValues m_taken;
    CleanLevel m_cleanLevel = CleanLevel::None;
    DiskCheck m_disk;
    LatestQuery m_treeQuery { this };
    QStringList m_treesToRead;
    QUndoStack m_undo;
    LatestQuery m_solver { this, LatestQuery::Order::OneByOne }; // it asks all checks some hundred times
    std::optional<Solution> m_solution;
    QTimer m_searchDelay; // several things change at once
    QTimer m_folderDelay; // a path is typed letter by letter
    mutable std::optional<RequestDraft> m_sketch;
    mutable std::optional<BuildRequest> m_plain;
    mutable std::optional<Result<BuildRequest>> m_request;
    mutable std::optional<QVector<CheckRow>> m_problems;
    mutable std::optional<Result<StagePlan>> m_plan;
};

}
