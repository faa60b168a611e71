// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FailureMatcher.h"

#include "core/base/TextDecoding.h"
#include "core/findings/CauseRanking.h"
#include "core/findings/MessageJoiner.h"
#include "core/findings/RuleSet.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/NinjaProgressParser.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr int matchesKeptPerSignature = 8; // in one segment: warnings must not use up the room of errors
constexpr qsizetype mostMatches
    = 4096; // in all, and as many strong ones again; further ones are counted only
constexpr qsizetype windowBefore = 4096; // bytes around a literal that an expression gets to see
constexpr qsizetype windowSize = 8192;
constexpr qsizetype longestEvidence = 2000; // characters

// "[ 39%] Building NVCC (Device) object": make's progress as CMake prints it.
bool isMakeStatus(QByteArrayView line)
{
    return line.startsWith('[') && line.size() > 6 && line[4] == '%' && line[5] == ']';
}

// Progress lines name files, never reasons, and most lines of a build are such.
bool isProgress(QByteArrayView line)
{
    return isNinjaStatus(line) || isMakeStatus(line);
}

// What an expression captured as the variable part; alternatives have groups of their own.
QString subjectOf(const QRegularExpressionMatch& match)
{
    for (const QString& group :
        { QStringLiteral("subject"), QStringLiteral("subject2"), QStringLiteral("subject3") }) {
        const QString captured = match.captured(group);
        if (!captured.isEmpty())
            return captured;
    }
    return {};
}

// [131/131] Linking CXX shared library lib/libc10.so
bool isLastEdge(QByteArrayView line)
{
    const qsizetype slash = line.indexOf('/');
    if (slash < 0)
        return false;
    qsizetype end = slash + 1;
    while (end < line.size() && line[end] >= '0' && line[end] <= '9')
        ++end;
    return line.sliced(1, slash - 1) == line.sliced(slash + 1, end - slash - 1);
}

}

struct FailureMatcher::State {
    std::shared_ptr<const RuleSet> rules;
    LineCleaner cleaner;
    MessageJoiner joiner;
    LogEvidence evidence;
    StageOutcome outcome = StageOutcome::Running;
    bool lastEdgeDone = false; // the last progress line said "all of all"
    QString stage;
    QString edge;
    QHash<int, qint64> lastCounted; // rule -> line, because several signatures may match one line
    QHash<int, int> keptInSegment; // target -> matches of this segment
    std::vector<std::pair<int, qsizetype>> candidates; // of the line at hand: target, place of its literal

    int segment() const { return int(evidence.segments.size()) - 1; }
    bool isNewStage(const QString& stageId) const { return !stage.isEmpty() && stage != stageId; }

    void addClean(const LogLine& line);
    void endSegment(SegmentEnd end);
    void search(const LogLine& line);
    void tryTarget(int index, qsizetype at, const LogLine& line);
    void count(int rule, qint64 line);
    void keepMarker(int marker, const QString& value);
    bool isFull(const RuleSet::Target& target) const;
    void keepMatch(int index, const LogLine& line, const QString& text, const QString& subject);
};

void FailureMatcher::State::addClean(const LogLine& line)
{
    if (isProgress(line.text)) {
        edge.clear();
        lastEdgeDone = isLastEdge(line.text);
        return;
    }
    if (line.text.startsWith("FAILED: ")) {
        if (const std::optional<NinjaFailure> failure = parseNinjaFailure(line.text))
            edge = failure->outputs.value(0);
    }
    const bool isPart = joiner.addLine(line);
    if (joiner.hasMessage())
        search(joiner.message());
    if (!isPart)
        search(line);
    // [exit 1]
    if (line.text.startsWith("[exit ") && line.text.endsWith(']')) {
        bool isNumber = false;
        const int code = line.text.sliced(6).chopped(1).toInt(&isNumber);
        if (isNumber)
            endSegment(code == 0 ? SegmentEnd::Good : SegmentEnd::Bad);
    }
}

void FailureMatcher::State::endSegment(SegmentEnd end)
{
    evidence.segments.back() = end;
    evidence.segments.append(SegmentEnd::Unknown);
    evidence.failureSeen.append(false);
    keptInSegment.clear();
    edge.clear();
}

void FailureMatcher::State::search(const LogLine& line)
{
    candidates.clear();
    rules->scanner().scan(line.text, [this](int literal, qsizetype at) {
        for (const int target : rules->targetsOf(literal))
            candidates.emplace_back(target, at);
    });
    if (candidates.empty())
        return;
    std::sort(candidates.begin(), candidates.end());
    int last = -1;
    for (const auto& [target, at] : candidates) {
        if (target != last)
            tryTarget(target, at, line);
        last = target;
    }
}

void FailureMatcher::State::tryTarget(int index, qsizetype at, const LogLine& line)
{
    const RuleSet::Target& target = rules->targets()[size_t(index)];
    // A signature that has been counted thousands of times needs no expression any more.
    if (target.rule >= 0) {
        if (keptInSegment.value(index) >= matchesKeptPerSignature) {
            count(target.rule, line.number);
            return;
        }
    } else if (rules->markers()[target.marker].evidence == MarkerEvidence::None
        && evidence.markers.contains(target.marker)) {
        return;
    }
    const qsizetype from = line.text.size() <= windowSize ? 0 : std::max<qsizetype>(0, at - windowBefore);
    const QString text = plainToolText(line.text.sliced(from, std::min(windowSize, line.text.size() - from)));
    const QRegularExpression& expression = rules->expressionOf(target);
    QString subject;
    if (!expression.pattern().isEmpty()) {
        const QRegularExpressionMatch match = expression.match(text);
        if (!match.hasMatch())
            return;
        subject = subjectOf(match);
    }
    if (target.marker >= 0)
        keepMarker(target.marker, subject);
    else
        keepMatch(index, line, text, subject);
}

void FailureMatcher::State::count(int rule, qint64 line)
{
    qint64& last = lastCounted[rule];
    if (last != line)
        ++evidence.occurrences[rule];
    last = line;
}

void FailureMatcher::State::keepMarker(int marker, const QString& value)
{
    evidence.markers.insert(marker);
    if (!value.isEmpty() && !evidence.markerValues.contains(marker))
        evidence.markerValues.insert(marker, value);
    const MarkerEvidence kind = rules->markers()[marker].evidence;
    if (kind == MarkerEvidence::Failed)
        evidence.failureSeen.back() = true;
    if (kind == MarkerEvidence::Succeeded)
        evidence.successSeen = true;
    if (kind == MarkerEvidence::Interrupted)
        evidence.interrupted = true;
}

bool FailureMatcher::State::isFull(const RuleSet::Target& target) const
{
    const Signature& signature = rules->rules()[target.rule].signatures[target.signature];
    const bool isStrong = signature.strength == SignatureStrength::Strong;
    return evidence.matches.size() >= (isStrong ? 2 * mostMatches : mostMatches);
}

void FailureMatcher::State::keepMatch(
    int index, const LogLine& line, const QString& text, const QString& subject)
{
    const RuleSet::Target& target = rules->targets()[size_t(index)];
    count(target.rule, line.number);
    if (isFull(target))
        return;
    ++keptInSegment[index];
    RuleMatch match;
    match.rule = target.rule;
    match.signature = target.signature;
    match.segment = segment();
    match.line = line.number;
    match.byteOffset = line.byteOffset;
    match.evidence = text.trimmed().left(longestEvidence);
    match.subject = subject.trimmed();
    match.stage = stage;
    match.edge = edge;
    evidence.matches.append(match);
}

FailureMatcher::FailureMatcher(std::shared_ptr<const RuleSet> rules)
    : m_state(std::make_unique<State>())
{
    m_state->rules = std::move(rules);
}

FailureMatcher::~FailureMatcher() = default;

void FailureMatcher::addLine(QByteArrayView line, qint64 number, qint64 byteOffset)
{
    m_state->addClean({ m_state->cleaner.clean(line), number, byteOffset });
}

// The next stage begins only where the one before it ended well.
void FailureMatcher::setStage(const QString& stageId)
{
    if (m_state->isNewStage(stageId))
        m_state->endSegment(SegmentEnd::Good);
    m_state->stage = stageId;
}

void FailureMatcher::finish(StageOutcome outcome)
{
    m_state->joiner.finish();
    if (m_state->joiner.hasMessage())
        m_state->search(m_state->joiner.message());
    m_state->outcome = outcome;
    m_state->evidence.successSeen |= m_state->lastEdgeDone;
}

QVector<Finding> FailureMatcher::findings() const
{
    return rankCauses(m_state->evidence, *m_state->rules, m_state->outcome);
}

bool FailureMatcher::failed() const
{
    return hasFailed(m_state->evidence, *m_state->rules, m_state->outcome);
}

QString FailureMatcher::markerValue(const QString& marker) const
{
    return m_state->evidence.markerValues.value(m_state->rules->markerIndex(marker));
}

bool FailureMatcher::interrupted() const
{
    return m_state->evidence.interrupted;
}

}
