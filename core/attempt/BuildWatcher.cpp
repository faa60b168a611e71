// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/BuildWatcher.h"

#include "core/attempt/SampledGate.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/request/StageCatalogue.h"

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr Milliseconds readEvery { 50 };
constexpr Milliseconds sampleEvery { 1000 };
constexpr qint64 findingsEvery = 500;
constexpr qint64 longestGap = 30'000; // between two samples, unless the machine slept
constexpr qsizetype mostUnclaimed = 10'000;

int waitingIn(const GateState& gate)
{
    return int(std::count_if(gate.edges.begin(), gate.edges.end(),
        [](const GateEdge& edge) { return edge.phase == EdgePhase::Waiting; }));
}

// What the launcher measured of a step. To ninja it ran while it waited at the gate, and until ninja saw its
// end; another step may have had its job by then. `begin`: of the attempt.
void addMeasured(EdgeRecord& edge, const MeasuredEdge& measured, qint64 begin)
{
    if (measured.output.isEmpty())
        return;
    if (measured.peak > 0)
        edge.peakMemory = std::max(measured.peak, edge.peakMemory.value_or(0));
    if (measured.processor.count() > 0)
        edge.processor = measured.processor;
    if (measured.ended > begin)
        edge.end = measured.ended - begin;
    if (measured.wall.count() > 0)
        edge.start = edge.end - measured.wall.count();
    edge.start = std::clamp<qint64>(edge.start, 0, edge.end);
    edge.heldBack = measured.heldBack;
    edge.restarts = measured.restarts;
}

bool sameFindings(const QVector<Finding>& a, const QVector<Finding>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Finding& x, const Finding& y) {
        return x.rule == y.rule && x.stage == y.stage && x.line == y.line && x.root == y.root
            && x.confidence == y.confidence && x.subject == y.subject && x.occurrences == y.occurrences;
    });
}

}

BuildWatcher::BuildWatcher(const BuildRequest& request, qint64 begin, std::optional<HostFacts> host)
    : m_buildFolder(request.buildFolder)
    , m_begin(begin)
    , m_host(std::move(host))
    , m_asked(request.configuration)
    , m_passed(flagsForCMake(request, hostPlatform()))
    , m_edges(m_buildFolder)
{
    m_edges.begin(0); // what earlier builds left in ninja's log is not this one's; no stage has begun yet
}

void BuildWatcher::start()
{
    m_rules = loadRules();
    m_history = readEdgeTimes(m_buildFolder);
    m_readTimer = new QTimer(this);
    m_sampleTimer = new QTimer(this);
    connect(m_readTimer, &QTimer::timeout, this, &BuildWatcher::readLogs);
    connect(m_sampleTimer, &QTimer::timeout, this, &BuildWatcher::sample);
    m_readTimer->start(readEvery);
    m_sampleTimer->start(sampleEvery);
    sample();
}

qint64 BuildWatcher::elapsed() const
{
    return systemClock().monotonicMilliseconds() - m_begin;
}

void BuildWatcher::beginStage(const QString& stage, const QString& logPath)
{
    m_logs.push_back(std::make_unique<BuildLog>(stage, logPath, m_rules));
    RemainingTime& remaining = m_logs.back()->remaining();
    remaining.setHistory(m_history);
    remaining.setJobs(m_outlook.jobs);
    remaining.setCached(m_outlook.isCached);
    remaining.setLook([this] { return readStepsLeft(m_buildFolder, m_outlook.targets); });
    remaining.setEarlier(m_outlook.earlier);
    if (stage == stageKindId(StageKind::Compile) && !m_knowsSwitches) // the attempt begins with it
        readSwitches();
}

void BuildWatcher::beginCommand()
{
    readEdges();
    tellEdges(std::exchange(m_unmeasured, {}));
    m_seen.clear(); // steps that this command makes again have begun anew
    m_measured.clear();
    m_edges.begin(elapsed());
}

void BuildWatcher::setLeaders(const QVector<qint64>& leaders)
{
    m_processes.leaders = leaders;
}

void BuildWatcher::setJobs(int jobs)
{
    for (const auto& log : m_logs)
        log->remaining().setJobs(jobs);
}

void BuildWatcher::setGateState(const GateState& state)
{
    m_gate = state;
}

void BuildWatcher::addMeasuredEdge(const MeasuredEdge& edge)
{
    if (m_measured.size() > mostUnclaimed) // of commands that are no edges of ninja
        m_measured.clear();
    m_measured.insert(edge.output, edge);
}

void BuildWatcher::readMore(BuildLog& log)
{
    if (const auto more = log.readMore(); !more)
        emit troubled(log.stage(), more.error().message);
    keepLinked(log);
}

void BuildWatcher::keepLinked(BuildLog& log)
{
    for (const QString& output : log.takeLinked())
        m_linked.insert(output);
}

void BuildWatcher::readLogs()
{
    for (const auto& log : m_logs) {
        readMore(*log);
        tellFailures(*log);
        log->setWaiting(m_gate ? waitingIn(*m_gate) : 0);
        if (const auto progress = log->takeProgress(elapsed()))
            emit progressed(log->stage(), *progress);
    }
    if (elapsed() - m_findingsTold >= findingsEvery) {
        m_findingsTold = elapsed();
        tellCounts();
        tellFindings();
    }
}

void BuildWatcher::tellCounts()
{
    for (const auto& log : m_logs) {
        const DiagnosticCount& now = log->diagnostics();
        const auto told = m_toldCounts.constFind(log->stage());
        // None is told, too: it is known then.
        if (told != m_toldCounts.constEnd() && now.errors == told->errors && now.warnings == told->warnings)
            continue;
        m_toldCounts.insert(log->stage(), now);
        emit counted(log->stage(), now, log->takeErrors());
    }
}

void BuildWatcher::tellFindings()
{
    QVector<Finding> all = m_endedFindings;
    for (const auto& log : m_logs) {
        all += log->findings();
        m_facts.complete(log->facts());
    }
    std::stable_partition(all.begin(), all.end(), [](const Finding& finding) { return finding.root; });
    if (sameFindings(all, m_toldFindings) && m_facts == m_toldFacts)
        return;
    m_toldFindings = all;
    m_toldFacts = m_facts;
    decideFindings(all, facts(all));
    emit findingsChanged(all);
}

// The build folder is looked at once, when a finding is told that it decides about.
DecidingFacts BuildWatcher::facts(const QVector<Finding>& findings)
{
    DecidingFacts facts = decidingFacts(m_facts, m_host ? &*m_host : nullptr);
    addConfiguration(facts, m_asked);
    const bool asksFolder = std::any_of(findings.begin(), findings.end(), asksBuildFolder);
    if (asksFolder && !m_folderState) {
        if (auto state = readBuildFolder(m_buildFolder))
            m_folderState = std::move(state).value();
    }
    if (m_folderState)
        addBuildFolder(facts, *m_folderState);
    facts.memoryAt
        = [this](const Finding& finding) { return m_memory.before(finding.stage, finding.byteOffset); };
    return facts;
}

// .ninja_log does not have edges that failed.
void BuildWatcher::tellFailures(BuildLog& log)
{
    QVector<EdgeRecord> edges;
    for (const QString& output : log.takeFailures()) {
        const SeenEdge seen = m_seen.take(output);
        const MeasuredEdge measured = m_measured.take(output);
        EdgeRecord edge;
        edge.output = output;
        edge.language = !seen.language.isEmpty() ? seen.language
            : !measured.language.isEmpty()       ? measured.language
            : m_linked.contains(output)          ? QStringLiteral("link")
                                                 : languageOfOutput(output);
        edge.end = elapsed();
        edge.start = seen.start.value_or(edge.end); // see knowsStart()
        edge.failed = true;
        edge.peakMemory = seen.peak;
        addMeasured(edge, measured, m_begin);
        edges << edge;
    }
    if (edges.isEmpty())
        return;
    tellCounts(); // first: who hears of a step that failed knows of its errors
    emit edgesEnded(edges);
}

// The gate's word of a step may come after ninja's: such a step is told of at the next look.
void BuildWatcher::readEdges()
{
    QVector<EdgeRecord> edges = std::exchange(m_unmeasured, {});
    for (const EdgeRecord& edge : m_edges.poll(elapsed())) {
        const bool isLate = isAtGate(edge.output) && !m_measured.contains(edge.output);
        (isLate ? m_unmeasured : edges).append(edge);
    }
    tellEdges(edges);
}

bool BuildWatcher::isAtGate(const QString& output) const
{
    return m_gate && std::any_of(m_gate->edges.begin(), m_gate->edges.end(), [&output](const GateEdge& edge) {
        return edge.output == output;
    });
}

void BuildWatcher::tellEdges(QVector<EdgeRecord> edges)
{
    if (!edges.isEmpty()) {
        for (const auto& log : m_logs)
            readMore(*log); // ninja names a step there before its own log does
    }
    for (EdgeRecord& edge : edges) {
        const SeenEdge seen = m_seen.take(edge.output);
        edge.peakMemory = seen.peak;
        addMeasured(edge, m_measured.take(edge.output), m_begin);
        if (m_linked.contains(edge.output))
            edge.language = QStringLiteral("link");
        else if (!seen.language.isEmpty())
            edge.language = seen.language;
        for (const auto& log : m_logs)
            log->addEdge(edge);
    }
    if (!edges.isEmpty())
        emit edgesEnded(edges);
}

void BuildWatcher::sample()
{
    Sample sample = m_sampler.take(m_processes, m_buildFolder);
    sample.elapsed = elapsed();
    const qint64 last = std::exchange(m_lastSample, sample.elapsed);
    const bool slept = sample.elapsed - last > longestGap;
    if (!m_logs.empty()) {
        sample.stage = m_logs.back()->stage();
        sample.logOffset = m_logs.back()->offset();
        sample.errors = m_logs.back()->diagnostics().errors;
        sample.warnings = m_logs.back()->diagnostics().warnings;
    }
    if (m_gate)
        addGate(sample, *m_gate, m_begin);
    m_memory.add(sample);
    if (m_gate)
        m_gateJobs.add(*m_gate, sample.elapsed);
    keepSeen(sample);
    for (const auto& log : m_logs) {
        if (slept)
            log->remaining().addPause(last, sample.elapsed);
        log->remaining().setRunning(sample.running, sample.elapsed);
        if (m_gate)
            log->remaining().setJobs(m_gateJobs.jobs());
    }
    emit sampled(sample);
    readEdges();
}

// What still waits at the gate has not begun.
void BuildWatcher::keepSeen(const Sample& sample)
{
    for (const RunningEdge& edge : sample.running) {
        SeenEdge& seen = m_seen[edge.output];
        seen.language = edge.language;
        seen.peak = std::max(seen.peak, edge.memory);
        seen.start.reset();
        if (edge.expected || !isAtGate(edge.output))
            seen.start = std::max<qint64>(0, sample.elapsed - edge.age.count());
    }
}

void BuildWatcher::endStage(const QString& stage, bool failed)
{
    DiagnosticCount diagnostics;
    const auto found
        = std::find_if(m_logs.begin(), m_logs.end(), [&](const auto& log) { return log->stage() == stage; });
    if (found != m_logs.end()) {
        BuildLog& log = **found;
        if (const auto read = log.finish(failed); !read)
            emit troubled(stage, read.error().message);
        keepLinked(log);
        if (!log.problem().isEmpty())
            emit troubled(stage, log.problem());
        if (const auto progress = log.lastProgress(elapsed()))
            emit progressed(stage, *progress);
        tellFailures(log);
        tellCounts();
        m_endedFindings += log.findings();
        m_facts.complete(log.facts());
        diagnostics = log.diagnostics();
        m_logs.erase(found);
        tellFindings();
        readEdges();
        tellEdges(std::exchange(m_unmeasured, {}));
    }
    if (stage == stageKindId(StageKind::Configure))
        readSwitches();
    emit stageRead(stage, diagnostics);
}

void BuildWatcher::readSwitches()
{
    const auto state = readConfigured(m_buildFolder);
    if (!state)
        return;
    m_knowsSwitches = true;
    emit switchesRead(unaskedValues(m_passed, *state, hostPlatform()));
}

}
