// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixProposals.h"

#include "core/attempt/RunnerClient.h"
#include "core/base/Core.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/ProfileStore.h"
#include "core/config/PythonChoice.h"
#include "core/detect/Detection.h"
#include "core/fixes/FixApplication.h"
#include "core/fixes/FixCommand.h"
#include "core/fixes/FixPreparation.h"
#include "core/fixes/RequestDifference.h"
#include "core/fixes/RequestSteps.h"
#include "core/fixes/SameFixes.h"
#include "core/fixes/StaleParts.h"
#include "core/fixes/TriedFixes.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/Solver.h"
#include "core/stages/StagePlan.h"

#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

// The attempt as a wish that checks can look at. What its profile needs is known where that is still there.
BuildCase caseOf(const BuildRequest& request, const HostFacts& facts)
{
    BuildCase made;
    made.facts = facts;
    made.profile = profileOfRequest(request, facts.platform);
    made.profile.configuration = withBasePython(request.configuration, request.python, facts.platform);
    const ProfileCatalogue catalogue = loadProfiles();
    if (const Profile* known = catalogue.profile(request.profileId))
        made.profile.needs = known->needs;
    made.wishes.sourceFolder = request.sourceFolder;
    made.wishes.buildFolder = request.buildFolder;
    made.wishes.jobs = request.jobs;
    made.wishes.memoryLimit = request.memoryLimit;
    made.wishes.gate = request.gate;
    made.wishes.skippedStages = request.skippedStages;
    return made;
}

class Completion {
public:
    enum class Look { AtAll, AtNothing };

    Completion(const BuildRequest* again, const HostFacts& facts, Look look = Look::AtAll)
        : m_again(again)
        , m_facts(facts)
        , m_look(look)
    {
        if (again && look == Look::AtAll)
            m_stale.emplace(*again);
    }

    void complete(Finding& finding)
    {
        QVector<Fix> complete;
        m_offered.clear();
        for (const Fix& fix : std::as_const(finding.fixes)) {
            if ((fix.on.isEmpty() || fix.on == platformId(m_facts.platform)) && fitsTree(fix))
                complete += fitted(fix, finding);
        }
        if (m_again)
            complete += undoing(finding);
        for (Fix& fix : complete) {
            fix.rule = finding.rule;
            // The symbol or the program that is printed first differs from build to build; most fixes are for
            // all.
            const bool isForSubject = !finding.subject.isEmpty()
                && (fix.title + QString::fromStdString(fix.action.dump())).contains(finding.subject);
            fix.subject = isForSubject ? finding.subject : QString();
            fix.triedIn = canBeRepeated(fix) ? 0 : triedIn(fix, finding);
        }
        QVector<Fix> takenBack = complete;
        takenBack.removeIf([&](const Fix& fix) { return !wasTakenBack(fix, finding); });
        leaveOutSame(complete);
        std::stable_partition(complete.begin(), complete.end(), [&takenBack](const Fix& fix) {
            return fix.triedIn == 0
                && std::none_of(takenBack.begin(), takenBack.end(),
                    [&fix](const Fix& other) { return isSameFix(fix, other); });
        });
        finding.fixes = complete;
    }

private:
    // What these make is read from the build folder, the source folder or the machine, where the facts do not
    // tell which it is.
    bool needsALook(const Fix& fix) const
    {
        if (fix.kind == QLatin1String("command"))
            return (m_facts.osName.isEmpty() && isOfMachine(fix))
                || (m_again && (fix.action.contains("file") || fix.action.contains("tree")));
        return fix.kind == QLatin1String("checks") || fix.kind == QLatin1String("append-flag");
    }

    // Its line is not the same on all machines of a system.
    bool isOfMachine(const Fix& fix) const
    {
        const std::string action = fix.action.dump();
        const auto has = [&action](const char* part) { return action.find(part) != std::string::npos; };
        return fix.action.contains("install") || fix.action.contains("debian") || has("sudo ")
            || (m_again && has("${python}"));
    }

    // Git brings nothing back where the source was unpacked, and pip reads no list that is not there.
    bool fitsTree(const Fix& fix) const
    {
        if (!m_again || m_look == Look::AtNothing || !fix.action.is_object()
            || fix.kind == QLatin1String("patch"))
            return true;
        JsonReader action(fix.action, fix.id);
        const QString file = action.string("file", {});
        if (!file.isEmpty() && !QFileInfo::exists(m_again->sourceFolder + u'/' + file))
            return false;
        const QString tree = action.string("tree", {});
        const bool isCheckout = QFileInfo::exists(m_again->sourceFolder + QStringLiteral("/.git"));
        return tree.isEmpty() || tree == (isCheckout ? QLatin1String("checkout") : QLatin1String("archive"));
    }

    QVector<Fix> fitted(const Fix& fix, const Finding& finding)
    {
        if (m_look == Look::AtNothing && needsALook(fix))
            return { fix };
        if (fix.kind == QLatin1String("command"))
            return { withCommand(fix, finding) };
        if (fix.kind == QLatin1String("checks"))
            return m_again ? proposed(fix, finding) : QVector<Fix> { withCommand(fix, finding) };
        if (!m_again)
            return { fix };
        switch (useOf(fix, *m_again)) {
        case FixUse::Possible:
            if (const auto changing = withChanges(fix))
                return { *changing };
            break;
        case FixUse::ByHand:
            return { fix };
        case FixUse::Useless:
            break;
        }
        // It is so because it was tried: that is worth knowing.
        return triedIn(fix, finding) > 0 ? QVector<Fix> { fix } : QVector<Fix>();
    }

    // Half of half as many jobs is another thing.
    static bool canBeRepeated(const Fix& fix)
    {
        return fix.kind == QLatin1String("jobs") && !fix.changes.isEmpty();
    }

    // Nothing where it would change nothing: a flag that was not passed and that CMake's cache does not have
    // cannot be taken out.
    std::optional<Fix> withChanges(Fix fix) const
    {
        BuildRequest next = *m_again;
        if (!applyFix(fix, next))
            return fix;
        next.configuration.unsetFlags.removeIf([this](const QString& name) {
            return !m_again->configuration.flag(name) && !m_again->configuration.unsetFlags.contains(name)
                && m_stale && !m_stale->isCached(name);
        });
        const bool isConfigured = !(next.configuration == m_again->configuration);
        if (m_stale)
            m_stale->clean(next);
        QVector<RequestDifference> differences = requestDifferences(*m_again, next);
        const bool onlyBegins = std::all_of(differences.begin(), differences.end(), isAboutBeginning);
        if (onlyBegins && !isConfigured && fix.kind != QLatin1String("fetch"))
            return std::nullopt;
        for (const RequestDifference& difference : std::as_const(differences))
            fix.changes << differenceText(difference);
        return fix;
    }

    // Checks that propose nothing may have a line, too.
    Fix withCommand(Fix fix, const Finding& finding) const
    {
        fix.command = commandOf(fix, finding, m_again, m_facts);
        if (!fix.command.isEmpty())
            fix.kind = QStringLiteral("command");
        return fix;
    }

    QVector<Fix> proposed(const Fix& fix, const Finding& finding)
    {
        JsonReader action(fix.action, fix.id);
        const QStringList wanted = action.strings("checks");
        QVector<Change> changes;
        bool isOffered = false; // by another fix of this finding
        for (const CheckRow& row : rows()) {
            for (const Change& change : wanted.contains(ruleOf(row)) ? row.changes : QVector<Change>()) {
                const bool isKnown = std::any_of(m_offered.begin(), m_offered.end(),
                    [&change](const Change& other) { return isSameChange(other, change); });
                isOffered = isOffered || isKnown;
                if (isKnown)
                    continue;
                m_offered.append(change);
                changes.append(change);
            }
        }
        if (changes.isEmpty())
            return isOffered ? QVector<Fix>() : QVector<Fix> { withCommand(fix, finding) };
        QVector<Fix> fixes;
        for (const Change& change : std::as_const(changes))
            fixes += fixOf(change, QStringLiteral("%1-%2").arg(fix.id).arg(fixes.size() + 1));
        return fixes;
    }

    QVector<Fix> fixOf(const Change& change, const QString& id) const
    {
        Fix fix;
        fix.id = id;
        fix.kind = change.canBeDone() ? QStringLiteral("change") : QStringLiteral("command");
        fix.title = change.title;
        fix.detail = change.caveat;
        fix.command = change.command;
        fix.action = { { "steps", Json::array() } };
        for (const ChangeStep& step : change.steps)
            fix.action["steps"].push_back(toJson(step));
        if (!change.canBeDone())
            return { fix };
        const auto changing = useOf(fix, *m_again) == FixUse::Useless ? std::nullopt : withChanges(fix);
        return changing ? QVector<Fix> { *changing } : QVector<Fix>();
    }

    // Only where a finding asks: a solution takes a while.
    const QVector<CheckRow>& rows()
    {
        if (!m_rows)
            m_rows = solve(caseOf(*m_again, m_facts)).rows;
        return *m_rows;
    }

    int triedIn(const Fix& fix, const Finding& finding) const
    {
        if (!m_again || !m_again->continuesAttempt)
            return 0;
        for (const TriedFix& tried : triedFixes(*m_again, *m_again->continuesAttempt, finding)) {
            if (tried.title == fix.title)
                return tried.attempt;
        }
        return 0;
    }

    bool wasTakenBack(const Fix& fix, const Finding& finding) const
    {
        if (!m_again || canBeRepeated(fix))
            return false;
        const QVector<TriedFix> tried = triedFixes(*m_again, m_again->continuesAttempt.value_or(1), finding);
        return std::any_of(tried.begin(), tried.end(),
            [&](const TriedFix& one) { return one.title == fix.title && one.attempt == 0; });
    }

    // What did not help may have made something else worse.
    QVector<Fix> undoing(const Finding& finding) const
    {
        const FindingAnswer* last = standingAnswer(*m_again);
        if (!last || !isAbout(*last, finding))
            return {};
        Fix fix;
        fix.id = fix.kind = QStringLiteral("undo");
        fix.title = Core::tr("Undo: %1").arg(last->fix);
        fix.detail = Core::tr("It did not help: the same failure occurred again. What it changed since "
                              "attempt %1 is undone; everything else stays.")
                         .arg(last->attempt);
        fix.action = { { "attempt", last->attempt } };
        return { fix };
    }

    const BuildRequest* m_again;
    const HostFacts& m_facts;
    const Look m_look;
    std::optional<StaleParts> m_stale; // of what was looked at
    std::optional<QVector<CheckRow>> m_rows;
    QVector<Change> m_offered; // two fixes of one finding may ask the same checks
};

void completeRoots(QVector<Finding>& findings, const BuildRequest* again, const HostFacts& facts)
{
    Completion completion(again, facts);
    for (Finding& finding : findings) {
        if (finding.root)
            completion.complete(finding);
    }
}

}

void completeFixes(QVector<Finding>& findings, const BuildRequest& again, const HostFacts& facts)
{
    completeRoots(findings, &again, facts);
}

QVector<Fix> expectedFixes(const Finding& finding, const AttemptRecord& record)
{
    Finding completed = finding;
    if (record.imported) { // as in completeForAttempt()
        Completion(nullptr, HostFacts(), Completion::Look::AtNothing).complete(completed);
        return completed.fixes;
    }
    const BuildRequest again = requestToContinue(record);
    const auto told = hostFactsFromJson(again.hostFacts, QStringLiteral("hostFacts"));
    HostFacts facts = told ? *told : HostFacts();
    facts.isElsewhere = true; // no program is looked for
    Completion(&again, facts, Completion::Look::AtNothing).complete(completed);
    return completed.fixes;
}

void completeAdvice(QVector<Finding>& findings, const HostFacts& facts)
{
    completeRoots(findings, nullptr, facts);
}

void completeForAttempt(QVector<Finding>& findings, const AttemptRecord& record)
{
    const HostFacts facts = detectHost(detectionForRetry(record.request));
    if (record.imported) // built elsewhere
        completeAdvice(findings, facts);
    else
        completeFixes(findings, onceMore(record, facts).request, facts);
}

}
