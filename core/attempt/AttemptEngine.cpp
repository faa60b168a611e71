// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/AttemptEngine.h"

#include "core/attempt/BuildWatcher.h"
#include "core/attempt/CacheWatch.h"
#include "core/attempt/EarlierTimes.h"
#include "core/base/AppPaths.h"
#include "core/base/Clock.h"
#include "core/buildfolder/FolderSize.h"
#include "core/config/BuildWork.h"
#include "core/config/InheritedOptions.h"
#include "core/gate/GateServer.h"
#include "core/process/SentinelLink.h"
#include "core/redact/BuildSecrets.h"
#include "core/stages/GateLaunchers.h"
#include "core/stages/ProductCheck.h"
#include "core/store/EarlierWheels.h"
#include "core/store/EventNames.h"
#include "core/store/SecretMask.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostStagesAtOnce = 4;
constexpr Milliseconds shortAnswer { 2000 }; // of a disk

// With a gate ninja starts more than are let in; what the gate counts takes the place of this number.
BuildOutlook outlookOf(const AttemptRecord& record)
{
    const BuildRequest& request = record.request;
    BuildOutlook outlook;
    outlook.targets = request.targets;
    const int cores = QThread::idealThreadCount();
    outlook.jobs = request.jobsAtOnce().value_or(request.hasGate() ? cores : ninjaJobs(cores));
    outlook.isCached = compilerCache(request, takenConfiguration(request), hostPlatform()).isCache();
    outlook.earlier = [store = AttemptStore(AppPaths::attemptsFolder()), request, number = record.number] {
        return earlierTimes(store, request, number);
    };
    return outlook;
}

// What a compiler of the sample takes at most, as the estimate before the build has it.
std::optional<Bytes> guessLimit(const BuildRequest& request)
{
    const auto catalogue = EstimateCatalogue::load();
    const JobMemory* job = catalogue ? memoryOf(WorkKind::Sample, *catalogue) : nullptr;
    const bool isSample = request.source.kind == SourceKind::Sample;
    return isSample && job ? std::optional(Bytes(job->bytes.high)) : std::nullopt;
}

bool letsOthersPass(const QString& id, const QVector<StageResult>& results)
{
    return std::all_of(results.begin(), results.end(), [&id](const StageResult& result) {
        return result.id != id || result.state == StageState::Succeeded
            || result.state == StageState::Skipped;
    });
}

// Waiting ones whose predecessors ended well or are skipped. A predecessor that the plan does not have counts
// as skipped.
QVector<int> stagesToStart(const StagePlan& plan, const QVector<StageResult>& results)
{
    QVector<int> ready;
    for (int index = 0; index < plan.stages.size(); ++index) {
        const QStringList& after = plan.stages[index].after;
        const bool waits = results[index].state == StageState::Waiting;
        if (waits && std::all_of(after.begin(), after.end(), [&](const QString& id) {
                return letsOthersPass(id, results);
            }))
            ready << index;
    }
    return ready;
}

// What the attempt came to when nothing runs any more.
AttemptState stateOf(const QVector<StageResult>& results, bool stopped)
{
    const auto has = [&results](StageState state) {
        return std::any_of(
            results.begin(), results.end(), [state](const StageResult& r) { return r.state == state; });
    };
    if (has(StageState::Failed))
        return AttemptState::Failed;
    const bool unfinished = has(StageState::Stopped) || has(StageState::Waiting) || has(StageState::Running);
    if (!unfinished)
        return AttemptState::Succeeded;
    return stopped ? AttemptState::Stopped : AttemptState::Failed;
}

}

AttemptEngine::AttemptEngine(std::unique_ptr<AttemptWriter> writer, AttemptRecord record,
    QString runnerProgram, LadderPauses pauses, QObject* parent)
    : QObject(parent)
    , m_journal(std::move(writer))
    , m_record(std::move(record))
    , m_runnerProgram(std::move(runnerProgram))
    , m_pauses(pauses)
    , m_mark(attemptMark(m_record.id))
    , m_pool(std::make_unique<ProcessPool>(mostStagesAtOnce))
    , m_sentinel(std::make_unique<SentinelLink>(m_runnerProgram, m_mark))
    , m_everybody(std::make_shared<ProcessFamily>(m_mark))
{
    connect(&m_journal, &AttemptJournal::troubled, this, &AttemptEngine::endForTrouble);
    connect(&m_reapTimer, &QTimer::timeout, this, [this] { watchOrphans(reapOrphans()); });
    setPlan(BuildRequest(m_record.request), StagePlan(m_record.plan));
}

void AttemptEngine::setPlan(const BuildRequest& request, const StagePlan& plan)
{
    m_record.request = request;
    m_record.plan = plan;
    m_record.stages.clear();
    for (const Stage& stage : plan.stages) {
        StageResult result;
        result.id = stage.id;
        result.state = stage.skipped ? StageState::Skipped : StageState::Waiting;
        m_record.stages << result;
    }
}

AttemptEngine::~AttemptEngine()
{
    for (QThread* thread : { &m_gateThread, &m_thread }) {
        thread->quit();
        thread->wait();
    }
}

void AttemptEngine::waitFor(const QVector<int>& attempts)
{
    m_record.state = AttemptState::Running;
    m_record.waitsFor = attempts;
    Json numbers = Json::array();
    for (const int number : attempts)
        numbers.push_back(number);
    m_journal.keep(m_record);
    m_journal.tell(eventName::waiting, {}, { { "waitsFor", std::move(numbers) } });
}

void AttemptEngine::refuse(const QString& sentence)
{
    m_record.error = sentence;
    end();
}

void AttemptEngine::start()
{
    if (m_stopping)
        return end();
    becomeSubreaper();
    allowManyFiles();
    m_reapTimer.start(1000);
    m_clock.start();
    m_record.state = AttemptState::Running;
    m_record.startedAt = systemClock().wallMilliseconds();
    m_record.waitsFor.clear();
    if (const auto started = m_sentinel->start(); !started)
        m_journal.warn({}, started.error().message);
    m_cgroup = m_everybody->makeCgroup(QStringLiteral("torchmason-") + m_record.id);
    if (!m_cgroup.isEmpty())
        m_sentinel->watchCgroup(m_cgroup);
    findSecrets();
    startWatcher();
    startGate();
    m_journal.keep(m_record);
    m_journal.tell(QLatin1String("attempt-started"));
    for (const QString& warning : std::as_const(m_record.plan.warnings))
        m_journal.warn({}, warning);
    advance();
}

// Who left session, mark and parent behind is our child as long as we live, and nobody's after that.
void AttemptEngine::watchOrphans(QSet<qint64> sessions)
{
    sessions.remove(m_sentinel->pid());
    for (const qint64 session : sessions - m_orphans)
        m_sentinel->watch(session);
    for (const qint64 session : m_orphans - sessions)
        m_sentinel->unwatch(session);
    m_orphans = std::move(sessions);
}

// What children get from us, and what the plan gives them besides.
void AttemptEngine::findSecrets()
{
    QVector<NamedBytes> environment = ownEnvironment();
    for (const Stage& stage : std::as_const(m_record.plan.stages)) {
        for (const Command& command : stage.commands) {
            for (const EnvironmentValue& entry : command.environment) {
                if (entry.value && !isMasked(entry))
                    environment.append({ entry.name, entry.value->toUtf8() });
            }
        }
    }
    m_secrets = needlesFor(secretsIn(environment),
        { m_record.request.sourceFolder, m_record.request.buildFolder, QDir::homePath() });
    m_journal.hide(m_secrets);
    if (m_secrets && m_secrets->leftOut() > 0)
        m_journal.warn({},
            QStringLiteral(
                "Some secrets in the environment are too long to be looked for in all the forms in "
                "which a program may write them to the log."));
}

void AttemptEngine::startWatcher()
{
    const auto host = hostFactsFromJson(m_record.request.hostFacts, QStringLiteral("hostFacts"));
    m_watcher = new BuildWatcher(
        m_record.request, systemClock().monotonicMilliseconds(), host ? std::optional(*host) : std::nullopt);
    m_watcher->setOutlook(outlookOf(m_record));
    m_watcher->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_watcher, &BuildWatcher::start);
    connect(&m_thread, &QThread::finished, m_watcher, &QObject::deleteLater);
    connect(m_watcher, &BuildWatcher::progressed, this, &AttemptEngine::progressed);
    connect(m_watcher, &BuildWatcher::counted, this,
        [this](const QString& stage, const DiagnosticCount& diagnostics, const QVector<LogError>& errors) {
            Json count { { "errors", diagnostics.errors }, { "warnings", diagnostics.warnings } };
            if (!errors.isEmpty())
                count["told"] = toJson(errors);
            m_journal.tell(eventName::messages, stage, count);
        });
    connect(m_watcher, &BuildWatcher::findingsChanged, this, &AttemptEngine::findingsChanged);
    connect(m_watcher, &BuildWatcher::sampled, this, &AttemptEngine::sampled);
    connect(m_watcher, &BuildWatcher::stageRead, this, &AttemptEngine::stageRead);
    connect(m_watcher, &BuildWatcher::switchesRead, this, [this](const QMap<QString, QString>& switches) {
        if (m_ending)
            return; // a disk that has answered late
        m_record.folderSwitches = switches;
        m_journal.keep(m_record);
    });
    m_giveUp.setSingleShot(true);
    connect(&m_giveUp, &QTimer::timeout, this, &AttemptEngine::giveUpReading);
    connect(m_watcher, &BuildWatcher::edgesEnded, this,
        [this](const QVector<EdgeRecord>& edges) { m_journal.keep(edges); });
    connect(m_watcher, &BuildWatcher::troubled, &m_journal, &AttemptJournal::warn);
    m_thread.start();
}

// Compilers that start before it listens pass, so it is waited for: a moment.
void AttemptEngine::startGate()
{
    const BuildRequest& request = m_record.request;
    if (!request.hasGate())
        return;
    m_gateLimits = { request.jobs.value_or(QThread::idealThreadCount()), request.memoryLimit };
    // What sccache and distcc are measured at is the client: nothing to learn for other builds.
    const CompilerCache cache = compilerCache(request, takenConfiguration(request), hostPlatform());
    const bool isElsewhere = cache.distcc || !cache.sccache.isEmpty();
    const QString costs = EdgeCosts::defaultFile() + (isElsewhere ? QStringLiteral(".clients") : QString());
    auto* gate = new GateServer(m_gateLimits, costs, comparableBuild(request), guessLimit(request));
    gate->moveToThread(&m_gateThread);
    connect(&m_gateThread, &QThread::finished, gate, &QObject::deleteLater);
    connect(gate, &GateServer::warned, &m_journal,
        [this](const QString& sentence) { m_journal.warn(stageKindId(StageKind::Compile), sentence); });
    connect(gate, &GateServer::stateChanged, m_watcher, &BuildWatcher::setGateState);
    connect(gate, &GateServer::edgeMeasured, m_watcher, &BuildWatcher::addMeasuredEdge);
    m_gateThread.start();
    const QString name = m_record.socket + QStringLiteral(".gate");
    Result<QString> listening = Error { QString() };
    QMetaObject::invokeMethod(
        gate, [gate, name, &listening] { listening = gate->listen(name); }, Qt::BlockingQueuedConnection);
    if (!listening)
        return m_journal.warn({}, listening.error().message);
    m_gateSocket = *listening;
    m_gate = gate;
}

Result<void> AttemptEngine::setGateLimits(const GateLimits& limits)
{
    if (!m_gate)
        return Error { QStringLiteral(
            "This build runs without the memory gate, so its number of jobs cannot be "
            "changed while it runs.") };
    m_gateLimits = limits;
    QMetaObject::invokeMethod(m_gate, [gate = m_gate, limits] { gate->setLimits(limits); });
    return {};
}

void AttemptEngine::advance()
{
    if (!m_stopping) {
        for (const int index : stagesToStart(m_record.plan, m_record.stages))
            startStage(index);
    }
    if (m_active.isEmpty())
        end();
}

void AttemptEngine::stop()
{
    if (m_stopping)
        return;
    m_stopping = true;
    m_journal.tell(eventName::stopRequested);
    askDisk();
    m_pool->stopAll();
    for (const Active& active : std::as_const(m_active)) {
        if (active.cache)
            active.cache->stop();
    }
    if (m_active.isEmpty())
        end();
}

void AttemptEngine::askDisk()
{
    if (m_disk.ask(m_record.request.buildFolder))
        m_giveUp.start(longestReading);
}

// The watcher waits for the disk with what it reads in the build folder. The attempt does not.
void AttemptEngine::giveUpReading()
{
    if (m_ending || m_active.isEmpty())
        return;
    if (!m_disk.isOpen()) // the answer may have been one that the kernel had kept
        return askDisk();
    const QList<int> active = m_active.keys();
    for (const int index : active) {
        if (m_active.value(index).outcome == StageState::Running)
            continue; // its processes get more signals
        if (!m_diskIsSilent)
            tellSilence(QStringLiteral(
                " Processes that wait for it cannot be ended now; they end when it responds."));
        stageRead(m_record.stages[index].id, {});
    }
    m_giveUp.start(1000); // for those that are still running
}

void AttemptEngine::tellSilence(const QString& consequence)
{
    m_diskIsSilent = true;
    const QString sentence = QStringLiteral("The disk of the build folder %1 does not respond.")
                                 .arg(m_record.request.buildFolder)
        + consequence;
    m_journal.warn({}, sentence);
    if (m_record.error.isEmpty() && m_record.state != AttemptState::Succeeded)
        m_record.error = sentence;
}

// Nothing runs any more, as far as the stages know. Processes that carry our mark and are still there are
// ended, too.
void AttemptEngine::end()
{
    if (m_ending)
        return;
    m_ending = true;
    if (GateServer* gate = std::exchange(m_gate, nullptr))
        QMetaObject::invokeMethod(gate, &GateServer::close);
    m_everybody->includeOrphans(m_sentinel->pid());
    // Who waits for the disk has had all signals.
    m_sweep = std::make_unique<StopLadder>(
        m_everybody, m_diskIsSilent ? LadderPauses { {}, {}, m_pauses.interrupt } : m_pauses);
    connect(
        m_sweep.get(), &StopLadder::finished, this,
        [this](const QVector<qint64>& survivors) {
            m_journal.tellSurvivors({}, survivors);
            finishRecord();
        },
        Qt::QueuedConnection);
    m_sweep->start();
}

void AttemptEngine::finishRecord()
{
    m_record.state = stateOf(m_record.stages, m_stopping);
    if (m_folderIsGone)
        m_record.firstFinding = m_record.firstFindingRule = QString();
    if (!m_journal.trouble().isEmpty()) {
        m_record.state = AttemptState::Failed;
        m_record.error = m_journal.trouble();
    }
    // The wall clock may have been set back meanwhile.
    m_record.endedAt = std::max(systemClock().wallMilliseconds(), m_record.startedAt.value_or(0));
    m_record.duration = m_took;
    m_record.waitsFor.clear();
    if (!m_diskIsSilent && m_disk.isOpen(shortAnswer))
        tellSilence({});
    if (!m_diskIsSilent)
        lookAtProducts();
    m_journal.makeRoom();
    m_journal.tell(
        eventName::attemptEnded, {}, { { "state", attemptStateId(m_record.state).toStdString() } });
    m_journal.sync();
    m_journal.keep(m_record);
    emit ended();
}

// What the build has made, and what that takes.
void AttemptEngine::lookAtProducts()
{
    if (m_record.state == AttemptState::Succeeded && m_record.request.install.takesBack == 0) {
        if (const auto products = readBuiltProducts(m_record.request.buildFolder, m_record.request.targets)) {
            for (const BuiltProduct& product : products->products) {
                const QFileInfo file(product.path);
                if (!file.exists()) // a build that ended before the compile stage made none
                    continue;
                m_record.products << product.path;
                m_record.productSizes << Bytes(file.size());
                m_record.productsSize = m_record.productsSize.value_or(0) + Bytes(file.size());
            }
        }
    }
    measureBuildFolder();
    // Also of an earlier attempt, where this one looked at its wheel or installed it.
    m_record.wheels = wheelsOfBuild(m_journal.folder()).wheels;
    const auto archs = wheelArchsInLog(m_journal.logPath(stageKindId(StageKind::Verify)));
    for (WheelRecord& wheel : m_record.wheels) {
        if (archs.contains(wheel.path))
            wheel.archs = archs.value(wheel.path);
    }
}

// What the build has taken by now, without what others write to the disk.
void AttemptEngine::measureBuildFolder()
{
    if (!runsStage(m_record.request, StageKind::Compile) || !QFileInfo(m_record.request.buildFolder).isDir())
        return;
    const FolderSize measured = measureFolder(m_record.request.buildFolder);
    if (measured.complete)
        m_record.buildFolderSize = measured.size;
}

void AttemptEngine::progressed(const QString& stage, BuildProgress progress)
{
    if (m_record.request.clean || !m_record.request.continuesAttempt)
        progress.inAll.reset(); // it counts for itself
    m_progress[stage] = progress;
    // A wheel's front end that compiles also counts two steps of its own. Ninja takes a few off while it
    // builds.
    const qint64 before = m_record.edgesTotal.value_or(0);
    const bool isWhole = !progress.preparing && (before - progress.total) * 10 <= before;
    if (isWhole && tellsOfTheBuild(m_record.plan, stage)) {
        m_record.edgesDone = progress.done;
        m_record.edgesTotal = progress.total;
        m_record.edgesInAll = progress.inAll;
    }
    m_journal.tell(eventName::progress, stage, toJson(progress));
}

void AttemptEngine::findingsChanged(const QVector<Finding>& findings)
{
    m_journal.keep(findings);
    const bool hasRoot = !findings.isEmpty() && findings.first().root;
    m_record.firstFinding = hasRoot ? findings.first().title : QString();
    m_record.firstFindingRule = hasRoot ? findings.first().rule : QString();
}

void AttemptEngine::sampled(const Sample& sample)
{
    if (!m_ending)
        m_journal.keep(sample);
}

// A build whose folder cannot be written is stopped with that reason, before it fails for another one. The
// space kept back is not touched yet: compilers that still write would take it.
void AttemptEngine::endForTrouble()
{
    m_stopping = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_pool->stopAll();
            if (m_active.isEmpty())
                end(); // also while it waits its turn
        },
        Qt::QueuedConnection);
}

Json AttemptEngine::status() const
{
    Json stages = Json::array();
    for (const StageResult& result : m_record.stages)
        stages.push_back(
            { { "id", result.id.toStdString() }, { "state", stageStateId(result.state).toStdString() } });
    Json answer = { { "state", attemptStateId(m_record.state).toStdString() }, { "stopping", m_stopping },
        { "elapsed", m_clock.isValid() ? m_clock.elapsed() : 0 }, { "stages", std::move(stages) } };
    if (m_gate) {
        answer["jobs"] = m_gateLimits.jobs;
        answer["memoryLimit"] = m_gateLimits.memory ? Json(*m_gateLimits.memory) : Json();
    }
    for (auto item = m_progress.cbegin(); item != m_progress.cend(); ++item)
        answer["progress"][item.key().toStdString()] = toJson(item.value());
    return answer;
}

}
