// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/CauseRanking.h"

#include "core/findings/FailureMatcher.h"
#include "core/findings/FindingFromMatch.h"

#include <algorithm>

namespace torchmason {

namespace {

// Where rules matched that explain another one.
struct Explainers {
    qint64 firstLine = 0;
    bool anyOutside = false; // of ninja's failed edges
    QSet<QString> edges;
};

// The judging of one log. Works on pointers into the evidence, which outlives it.
class Judge {
public:
    Judge(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome)
        : m_evidence(evidence)
        , m_rules(rules)
        , m_outcome(outcome)
    {
        for (const RuleMatch& match : evidence.matches) {
            if (isValid(match))
                m_valid.append(&match);
        }
        findExplained();
    }

    bool failed() const;
    QVector<Finding> findings() const;

private:
    const Signature& signatureOf(const RuleMatch& match) const
    {
        return m_rules.rules()[match.rule].signatures[match.signature];
    }
    bool isStrong(const RuleMatch& match) const
    {
        return signatureOf(match).strength == SignatureStrength::Strong;
    }
    bool hasRole(const RuleMatch& match, SignatureRole role) const { return signatureOf(match).role == role; }
    bool isCause(const RuleMatch& match) const
    {
        return hasRole(match, SignatureRole::Cause) && !isExplained(match);
    }

    bool isValid(const RuleMatch& match) const;
    void findExplained();
    bool isExplained(const RuleMatch& match) const;
    bool anySeen(const QStringList& markers) const;
    bool endedWell() const;
    bool provesFailure() const;
    bool wasOvercome(const RuleMatch& match) const;
    const RuleMatch* firstCause(SignatureStrength strength) const;
    int causeRank(const RuleMatch& match) const;
    bool isBehind(const RuleMatch& match, const RuleMatch* generic) const;
    bool isStaleLater(const RuleMatch& match, const RuleMatch* generic) const;
    int genericRank(const RuleMatch& match) const;
    const RuleMatch* firstGeneric() const;
    const RuleMatch* root() const;
    bool isWorthTelling(const RuleMatch& match) const;
    bool isFurtherRoot(const RuleMatch& match, const RuleMatch& root) const;
    Finding makeFinding(const RuleMatch& match, bool root) const;

    const LogEvidence& m_evidence;
    const RuleSet& m_rules;
    StageOutcome m_outcome;
    QVector<const RuleMatch*> m_valid;
    QHash<int, Explainers> m_explained; // rules that are consequences of other matched rules
};

bool Judge::anySeen(const QStringList& markers) const
{
    return std::any_of(markers.begin(), markers.end(),
        [this](const QString& marker) { return m_evidence.markers.contains(m_rules.markerIndex(marker)); });
}

bool Judge::isValid(const RuleMatch& match) const
{
    const Signature& signature = signatureOf(match);
    return (signature.when.isEmpty() || anySeen(signature.when)) && !anySeen(signature.unless);
}

void Judge::findExplained()
{
    for (const RuleMatch* match : m_valid) {
        if (hasRole(*match, SignatureRole::Generic) || wasOvercome(*match))
            continue;
        for (const QString& id : m_rules.rules()[match->rule].explains) {
            Explainers& explainers = m_explained[m_rules.ruleIndex(id)];
            if (explainers.firstLine == 0 || match->line < explainers.firstLine)
                explainers.firstLine = match->line;
            explainers.anyOutside |= match->edge.isEmpty();
            explainers.edges.insert(match->edge);
        }
    }
}

// An edge that failed before, on its own, is no consequence of what happens to another one later.
bool Judge::isExplained(const RuleMatch& match) const
{
    const auto found = m_explained.constFind(match.rule);
    return found != m_explained.constEnd()
        && (match.edge.isEmpty() || found->anyOutside || found->edges.contains(match.edge)
            || found->firstLine <= match.line);
}

bool Judge::endedWell() const
{
    for (auto end = m_evidence.segments.rbegin(); end != m_evidence.segments.rend(); ++end) {
        if (*end != SegmentEnd::Unknown)
            return *end == SegmentEnd::Good;
    }
    return false;
}

// It was tried again, or a later command of the same log ended well after this one had failed.
bool Judge::wasOvercome(const RuleMatch& match) const
{
    const bool wasRetried = match.retriedAt > 0 && match.retriedAt < m_evidence.lastLine;
    return wasRetried || (m_evidence.segments[match.segment] == SegmentEnd::Bad && endedWell());
}

int Judge::causeRank(const RuleMatch& match) const
{
    if (!match.edge.isEmpty())
        return 3;
    return match.phase >= m_evidence.failedPhase ? 2 : 1;
}

const RuleMatch* Judge::firstCause(SignatureStrength strength) const
{
    const RuleMatch* best = nullptr;
    for (const RuleMatch* match : m_valid) {
        if (!isCause(*match) || signatureOf(*match).strength != strength || wasOvercome(*match))
            continue;
        if (!best || causeRank(*match) > causeRank(*best))
            best = match;
    }
    return best;
}

// A milestone lies between the match and an unknown error of the phase that failed.
bool Judge::isBehind(const RuleMatch& match, const RuleMatch* generic) const
{
    return generic && isStrong(*generic) && match.edge.isEmpty() && match.phase < m_evidence.failedPhase
        && generic->phase >= m_evidence.failedPhase;
}

// A build folder that is said to be stale after a step has failed, where cleaning does not mend that step.
bool Judge::isStaleLater(const RuleMatch& match, const RuleMatch* generic) const
{
    const QVector<Fix>& fixes = m_rules.rules()[match.rule].fixes;
    return generic && isStrong(*generic) && !generic->edge.isEmpty() && match.edge.isEmpty()
        && generic->line < match.line && !fixes.isEmpty() && fixes.first().kind == QLatin1String("clean");
}

int Judge::genericRank(const RuleMatch& match) const
{
    switch (signatureOf(match).strength) {
    case SignatureStrength::Strong:
        return match.edge.isEmpty() ? 3 : 4;
    case SignatureStrength::Weak:
        return 2;
    case SignatureStrength::Faint:
        break;
    }
    return 1;
}

// An unknown error: a message inside a failed edge, else the first message, else a bare FAILED.
const RuleMatch* Judge::firstGeneric() const
{
    const RuleMatch* best = nullptr;
    int bestRank = 0;
    for (const RuleMatch* match : m_valid) {
        if (!hasRole(*match, SignatureRole::Generic) || wasOvercome(*match))
            continue;
        const int rank = genericRank(*match);
        if (rank > bestRank) {
            best = match;
            bestRank = rank;
        }
    }
    return best;
}

bool Judge::provesFailure() const
{
    return m_evidence.segments.contains(SegmentEnd::Bad) || m_evidence.failureSeen.contains(true);
}

bool Judge::failed() const
{
    if (m_outcome == StageOutcome::Succeeded || m_outcome == StageOutcome::Failed)
        return m_outcome == StageOutcome::Failed;
    if (firstCause(SignatureStrength::Strong))
        return true;
    if (m_evidence.interrupted)
        return false;
    if (endedWell()) {
        // An exit code may be that of a pipe's last program, so hard evidence in the log weighs more.
        for (int i = 0; i < m_evidence.segments.size(); ++i) {
            if (m_evidence.failureSeen[i] && m_evidence.segments[i] == SegmentEnd::Good)
                return true;
        }
        return false;
    }
    if (provesFailure())
        return true;
    if (m_outcome == StageOutcome::Running)
        return false;
    // An excerpt that proves neither: it was given to be explained, so a failure is assumed.
    return !m_evidence.successSeen && !m_evidence.interrupted
        && (firstCause(SignatureStrength::Weak) || firstGeneric() || firstCause(SignatureStrength::Faint));
}

const RuleMatch* Judge::root() const
{
    if (!failed())
        return nullptr;
    const RuleMatch* generic = m_evidence.interrupted ? nullptr : firstGeneric();
    if (const RuleMatch* strong = firstCause(SignatureStrength::Strong))
        return isBehind(*strong, generic) || isStaleLater(*strong, generic) ? generic : strong;
    const RuleMatch* weak = firstCause(SignatureStrength::Weak);
    if (weak && generic) {
        const bool isFirst = isStrong(*generic) && generic->line < weak->line;
        return isFirst || isBehind(*weak, generic) ? generic : weak;
    }
    if (weak || generic)
        return weak ? weak : generic;
    return provesFailure() || m_evidence.interrupted ? nullptr : firstCause(SignatureStrength::Faint);
}

// Another failed edge with a strong cause of its own: repairing the first root does not repair it.
bool Judge::isFurtherRoot(const RuleMatch& match, const RuleMatch& root) const
{
    return isCause(match) && isStrong(match) && isStrong(root) && match.rule != root.rule
        && hasRole(root, SignatureRole::Cause) && !match.edge.isEmpty() && !root.edge.isEmpty()
        && match.edge != root.edge && !wasOvercome(match);
}

// Warnings that are not the reason are noise: many good builds have them.
bool Judge::isWorthTelling(const RuleMatch& match) const
{
    return hasRole(match, SignatureRole::Notice)
        || (isStrong(match) && !hasRole(match, SignatureRole::Generic));
}

Finding Judge::makeFinding(const RuleMatch& match, bool root) const
{
    Finding finding = findingOf(match, m_rules.rules()[match.rule]);
    finding.root = root;
    finding.occurrences = m_evidence.occurrences.value(match.rule, 1);
    return finding;
}

QVector<Finding> Judge::findings() const
{
    const RuleMatch* first = root();
    QVector<Finding> roots;
    QVector<Finding> others;
    QSet<int> told;
    QSet<qint64> toldLines;
    if (first) {
        roots.append(makeFinding(*first, true));
        told.insert(first->rule);
        toldLines.insert(first->line);
        for (const RuleMatch* match : m_valid) {
            const Rule& rule = m_rules.rules()[match->rule];
            if (rule.bug && match->line == first->line && !told.contains(match->rule)) {
                addBug(roots.last(), rule);
                told.insert(match->rule);
            }
        }
        if (roots.last().confidence != Confidence::High)
            addSimilarCases(roots.last());
    }
    for (const RuleMatch* match : m_valid) {
        if (told.contains(match->rule) || !isWorthTelling(*match))
            continue;
        if (isExplained(*match) && toldLines.contains(match->line))
            continue; // the same line in the words of a more general rule
        told.insert(match->rule);
        toldLines.insert(match->line);
        const bool isRoot = first && isFurtherRoot(*match, *first);
        (isRoot ? roots : others).append(makeFinding(*match, isRoot));
    }
    return roots + others;
}

}

bool hasFailed(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome)
{
    return Judge(evidence, rules, outcome).failed();
}

QVector<Finding> rankCauses(const LogEvidence& evidence, const RuleSet& rules, StageOutcome outcome)
{
    return Judge(evidence, rules, outcome).findings();
}

}
