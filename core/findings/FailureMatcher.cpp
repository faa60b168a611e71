// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FailureMatcher.h"

#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/findings/CauseRanking.h"
#include "core/findings/RuleSearch.h"
#include "core/findings/RuleSet.h"

#include <QMap>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

constexpr int matchesKeptPerSignature = 8; // in one segment: warnings must not use up the room of errors
constexpr qsizetype mostMatches
    = 4096; // in all, and as many strong ones again; further ones are counted only
constexpr int rerunsOfSkewedClock = 4;
constexpr qint64 linesBeforeGivingUp = 200;
constexpr int mostCostlyLines = 8; // for which one expression may be given up; then it rests
constexpr qint64 linesBeforeRetry = 8; // that a failure has before its program says that it tries again

bool isPowerShellPlace(QByteArrayView line)
{
    return line.startsWith("At ") && line.contains(" char:");
}

struct MarkerPlace {
    qint64 line = 0;
    QString subject;
};

}

struct FailureMatcher::State {
    std::shared_ptr<const RuleSet> rules;
    std::function<void(ParsedLine&)> also;
    LogParser parser;
    LogEvidence evidence;
    StageOutcome outcome = StageOutcome::Running;
    NinjaCount count; // of the last progress line
    LogLine lastProgress; // without its text
    bool endsInProgress = false; // no other line came after it
    bool endsWell = false; // a milestone, or the last edge, and no progress since
    int reruns = 0; // of CMake, one after the other
    bool afterPowerShellPlace = false; // "At line:1 char:1" came just before
    QString stage;
    QString edge;
    QHash<int, qint64> lastCounted; // rule -> line, because several signatures may match one line
    QHash<int, int> keptInSegment; // target -> matches of this segment
    QHash<int, MarkerPlace> lastPlaces; // of the markers that signatures ask for nearby
    RuleSearch lineSearch;
    QMap<int, int> costlyLines; // target -> lines for which its expression was given up
    qint64 firstCostlyLine = 0;
    qint64 currentLine = 0;

    int segment() const { return int(evidence.segments.size()) - 1; }
    bool isNewStage(const QString& stageId) const { return !stage.isEmpty() && stage != stageId; }

    void add(ParsedLine& line);
    void addText(ParsedLine& line);
    void addProgress(const LogLine& line, const NinjaCount& now);
    void watchReruns(QByteArrayView line);
    void watchCommands(QByteArrayView line);
    void markRetried(qint64 lines, bool retried);
    void noteEnd();
    void noteOwn(const QString& ruleId, const QString& text);
    void endSegment(SegmentEnd end);
    void search(ParsedLine& line);
    bool isWanted(int target, qint64 line);
    void countMatch(int rule, qint64 line);
    void keepMarker(int marker, const QString& value);
    bool isNearItsMarkers(const Signature& signature, const QString& subject) const;
    bool isFull(const RuleSet::Target& target) const;
    void keepMatch(int index, ParsedLine& line, const QString& text, const QString& subject);
};

// Ninja counts from the beginning again where it is started again after it had failed.
void FailureMatcher::State::addProgress(const LogLine& line, const NinjaCount& now)
{
    edge.clear();
    if (now.total > 0 && now.done < count.done && now.done <= 1 && evidence.failureSeen.back())
        endSegment(SegmentEnd::Bad);
    count = now;
    endsWell = now.total > 0 && now.done == now.total;
    endsInProgress = now.total > 0 && !endsWell;
    lastProgress = { {}, line.number, line.byteOffset };
    watchReruns(line.text);
}

// Files dated in the future make ninja run CMake again and again, and never anything else.
void FailureMatcher::State::watchReruns(QByteArrayView line)
{
    if (!line.startsWith("[0/1] Re-running CMake")) {
        reruns = line.contains("Re-running CMake") ? reruns : 0;
        return;
    }
    if (++reruns == rerunsOfSkewedClock)
        noteOwn(QStringLiteral("clock-skew"), QString::fromUtf8(line));
}

// A script that goes on to its next command lived with the failure of the one before.
void FailureMatcher::State::watchCommands(QByteArrayView line)
{
    if (isCommandEcho(line) && !afterPowerShellPlace && evidence.failureSeen.back())
        endSegment(SegmentEnd::Bad);
    afterPowerShellPlace = isPowerShellPlace(line);
    if (line.startsWith("ninja: build stopped"))
        edge.clear();
}

void FailureMatcher::State::add(ParsedLine& line)
{
    also(line);
    if (line.kind == ParsedLine::Kind::Message) {
        search(line);
        return;
    }
    if (!line.line.text.isEmpty())
        evidence.lastLine = line.line.number;
    if (line.kind == ParsedLine::Kind::Progress)
        addProgress(line.line, line.progress);
    else
        addText(line);
}

void FailureMatcher::State::addText(ParsedLine& line)
{
    const QByteArrayView text = line.line.text;
    endsInProgress &= text.isEmpty();
    watchCommands(text);
    if (const QString output = failedOutput(text); !output.isEmpty())
        edge = output;
    if (line.kind == ParsedLine::Kind::Text && !line.isPlain)
        search(line);
    // [exit 1]
    if (text.startsWith("[exit ") && text.endsWith(']')) {
        bool isNumber = false;
        const int code = text.sliced(6).chopped(1).toInt(&isNumber);
        if (isNumber)
            endSegment(code == 0 ? SegmentEnd::Good : SegmentEnd::Bad);
    }
}

void FailureMatcher::State::endSegment(SegmentEnd end)
{
    evidence.successSeen |= endsWell && !evidence.failureSeen.back();
    endsWell = false;
    evidence.segments.back() = end;
    evidence.segments.append(SegmentEnd::Unknown);
    evidence.failureSeen.append(false);
    keptInSegment.clear();
    edge.clear();
}

void FailureMatcher::State::search(ParsedLine& line)
{
    currentLine = line.line.number;
    const auto keep = [&](int index, const QString& excerpt, const QString& subject) {
        const RuleSet::Target& target = rules->targets()[size_t(index)];
        if (target.marker >= 0)
            keepMarker(target.marker, subject);
        else
            keepMatch(index, line, excerpt, subject);
    };
    lineSearch.search(
        *rules, line, [&](int index) { return isWanted(index, line.line.number); }, keep);
    for (const int index : lineSearch.givenUp()) {
        firstCostlyLine = costlyLines.isEmpty() ? currentLine : firstCostlyLine;
        ++costlyLines[index];
    }
}

// A signature that has been counted thousands of times needs no expression any more, and of most markers the
// first is enough.
bool FailureMatcher::State::isWanted(int index, qint64 line)
{
    if (costlyLines.value(index) == mostCostlyLines)
        return false;
    const RuleSet::Target& target = rules->targets()[size_t(index)];
    if (target.rule < 0)
        return rules->markers()[target.marker].evidence != MarkerEvidence::None
            || rules->nearMarkers().contains(target.marker) || !evidence.markers.contains(target.marker);
    if (keptInSegment.value(index) < matchesKeptPerSignature)
        return true;
    countMatch(target.rule, line);
    return false;
}

void FailureMatcher::State::countMatch(int rule, qint64 line)
{
    qint64& last = lastCounted[rule];
    if (last != line)
        ++evidence.occurrences[rule];
    last = line;
}

void FailureMatcher::State::keepMarker(int marker, const QString& value)
{
    // A project that ninja configures has a folder of its own.
    if (count.total > 0 && rules->markers()[marker].id == QLatin1String("identified-compiler"))
        return;
    evidence.markers.insert(marker);
    if (rules->nearMarkers().contains(marker))
        lastPlaces[marker] = { currentLine, value.trimmed() };
    if (!value.isEmpty() && !evidence.markerValues.contains(marker))
        evidence.markerValues.insert(marker, value);
    const MarkerEvidence kind = rules->markers()[marker].evidence;
    if (kind == MarkerEvidence::Failed) {
        evidence.failureSeen.back() = true;
        evidence.failedPhase = evidence.phase;
    }
    if (kind == MarkerEvidence::Succeeded) {
        evidence.successSeen = true;
        ++evidence.phase;
        endsWell = true;
    }
    if (kind == MarkerEvidence::Retried)
        markRetried(linesBeforeRetry, true);
    if (kind == MarkerEvidence::GaveUp)
        markRetried(linesBeforeGivingUp, false);
    if (kind == MarkerEvidence::Interrupted)
        evidence.interrupted = true;
}

// What failed just before is tried again, or was tried for the last time.
void FailureMatcher::State::markRetried(qint64 lines, bool retried)
{
    for (auto match = evidence.matches.rbegin(); match != evidence.matches.rend(); ++match) {
        if (match->line + lines < currentLine || match->segment != segment())
            return;
        match->retriedAt = retried ? currentLine : 0;
    }
}

// Above it, and about the same subject where the marker names one.
bool FailureMatcher::State::isNearItsMarkers(const Signature& signature, const QString& subject) const
{
    return signature.within == 0
        || std::any_of(signature.when.begin(), signature.when.end(), [&](const QString& marker) {
               const auto place = lastPlaces.constFind(rules->markerIndex(marker));
               return place != lastPlaces.constEnd() && place->line + signature.within >= currentLine
                   && (place->subject.isEmpty() || place->subject == subject.trimmed());
           });
}

bool FailureMatcher::State::isFull(const RuleSet::Target& target) const
{
    const Signature& signature = rules->rules()[target.rule].signatures[target.signature];
    const bool isStrong = signature.strength == SignatureStrength::Strong;
    return evidence.matches.size() >= (isStrong ? 2 * mostMatches : mostMatches);
}

void FailureMatcher::State::keepMatch(
    int index, ParsedLine& line, const QString& text, const QString& subject)
{
    const RuleSet::Target& target = rules->targets()[size_t(index)];
    if (!isNearItsMarkers(rules->rules()[target.rule].signatures[target.signature], subject))
        return;
    countMatch(target.rule, line.line.number);
    if (isFull(target))
        return;
    ++keptInSegment[index];
    RuleMatch match;
    match.rule = target.rule;
    match.signature = target.signature;
    match.segment = segment();
    match.phase = evidence.phase;
    match.line = line.line.number;
    match.byteOffset = line.line.byteOffset;
    match.evidence = text;
    match.file = line.message() ? line.message()->file : QString();
    match.subject = subject.trimmed();
    match.stage = stage;
    match.edge = edge;
    evidence.matches.append(match);
}

// A command after one that failed may have ended well without telling its exit code.
void FailureMatcher::State::noteEnd()
{
    evidence.successSeen |= endsWell;
    const bool isLater = evidence.segments.size() > 1 && evidence.segments.back() == SegmentEnd::Unknown;
    if (isLater && endsWell && !evidence.failureSeen.back())
        evidence.segments.back() = SegmentEnd::Good;
    if (outcome == StageOutcome::Unknown && endsInProgress && !evidence.interrupted
        && !evidence.failureSeen.contains(true))
        noteOwn(QStringLiteral("log-cut-off"), QStringLiteral("[%1/%2]").arg(count.done).arg(count.total));
}

// What no tool says in words of its own; the rule may know others.
void FailureMatcher::State::noteOwn(const QString& ruleId, const QString& text)
{
    RuleMatch match;
    match.rule = rules->ruleIndex(ruleId);
    if (match.rule < 0)
        return;
    match.segment = segment();
    match.phase = evidence.phase;
    match.line = lastProgress.number;
    match.byteOffset = lastProgress.byteOffset;
    match.evidence = text;
    match.stage = stage;
    evidence.matches.append(match);
    evidence.occurrences[match.rule] = 1;
}

FailureMatcher::FailureMatcher(std::shared_ptr<const RuleSet> rules, std::function<void(ParsedLine&)> also)
    : m_state(std::make_unique<State>())
{
    m_state->rules = std::move(rules);
    m_state->also = std::move(also);
    m_state->parser = LogParser(m_state->rules->localWords());
}

FailureMatcher::~FailureMatcher() = default;

void FailureMatcher::addLine(QByteArrayView line, qint64 number, qint64 byteOffset)
{
    m_state->parser.addLine(line, number, byteOffset, [this](ParsedLine& parsed) { m_state->add(parsed); });
}

void FailureMatcher::addLine(const CleanLine& line)
{
    m_state->parser.addClean(line, [this](ParsedLine& parsed) { m_state->add(parsed); });
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
    m_state->parser.finish([this](ParsedLine& parsed) { m_state->add(parsed); });
    m_state->outcome = outcome;
    m_state->noteEnd();
}

QVector<Finding> FailureMatcher::findings() const
{
    return rankCauses(m_state->evidence, *m_state->rules, m_state->outcome);
}

bool FailureMatcher::failed() const
{
    return hasFailed(m_state->evidence, *m_state->rules, m_state->outcome);
}

QString FailureMatcher::problem() const
{
    if (m_state->costlyLines.isEmpty())
        return {};
    QStringList names;
    for (auto costly = m_state->costlyLines.keyBegin(); costly != m_state->costlyLines.keyEnd(); ++costly) {
        const RuleSet::Target& target = m_state->rules->targets()[size_t(*costly)];
        names << (target.rule < 0 ? m_state->rules->markers()[target.marker].id
                                  : m_state->rules->rules()[target.rule].id);
    }
    names.removeDuplicates();
    return Core::tr(
        "Some lines from line %1 on were not searched for these rules, because it would take too long: %2.")
        .arg(m_state->firstCostlyLine)
        .arg(names.join(QStringLiteral(", ")));
}

QString FailureMatcher::markerValue(const QString& marker) const
{
    return m_state->evidence.markerValues.value(m_state->rules->markerIndex(marker));
}

bool FailureMatcher::interrupted() const
{
    return m_state->evidence.interrupted;
}

void LogFacts::complete(const LogFacts& other)
{
    for (QString LogFacts::*fact : { &LogFacts::cudaVersion, &LogFacts::distributed, &LogFacts::gloo,
             &LogFacts::nccl, &LogFacts::mpi, &LogFacts::identifiedCompiler }) {
        if ((this->*fact).isEmpty())
            this->*fact = other.*fact;
    }
}

LogFacts factsOf(const FailureMatcher& matcher)
{
    const auto value = [&](const char* marker) { return matcher.markerValue(QLatin1String(marker)); };
    return { value("nvcc-release"), value("use-distributed"), value("use-gloo"), value("use-nccl"),
        value("use-mpi"), value("identified-compiler") };
}

}
