// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/AttemptEngine.h"

#include "core/attempt/BuildWatcher.h"
#include "core/base/Log.h"
#include "core/process/SentinelLink.h"
#include "core/stages/BuiltProducts.h"
#include "core/store/SecretMask.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostStagesAtOnce = 4;

bool isOwnHelper(const QString& program)
{
    return program == QLatin1String("torchmason-runner") || program == QLatin1String("torchmason-runner.exe");
}

// Masked values are inherited from us; see SecretMask.h.
QVector<EnvironmentValue> withoutMasked(QVector<EnvironmentValue> values)
{
    values.erase(std::remove_if(values.begin(), values.end(), isMasked), values.end());
    return values;
}

Json labels(const QVector<qint64>& pids)
{
    Json list = Json::array();
    for (const qint64 pid : pids)
        list.push_back(processLabel(pid).toStdString());
    return list;
}

const char* signalName(StopSignal signal)
{
    return signal == StopSignal::Interrupt ? "interrupt"
        : signal == StopSignal::Terminate  ? "terminate"
                                           : "kill";
}

}

AttemptEngine::AttemptEngine(std::unique_ptr<AttemptWriter> writer, AttemptRecord record,
    QString runnerProgram, LadderPauses pauses, QObject* parent)
    : QObject(parent)
    , m_writer(std::move(writer))
    , m_reserve(m_writer->folder())
    , m_record(std::move(record))
    , m_runnerProgram(std::move(runnerProgram))
    , m_pauses(pauses)
    , m_mark("TORCHMASON_ATTEMPT=" + m_record.id.toUtf8())
    , m_pool(std::make_unique<ProcessPool>(mostStagesAtOnce))
    , m_sentinel(std::make_unique<SentinelLink>(m_runnerProgram, m_mark))
    , m_everybody(std::make_shared<ProcessFamily>(m_mark))
{
    connect(&m_reapTimer, &QTimer::timeout, this, [] { reapOrphans(); });
    m_record.stages.clear();
    for (const Stage& stage : std::as_const(m_record.plan.stages)) {
        StageResult result;
        result.id = stage.id;
        result.state = stage.skipped ? StageState::Skipped : StageState::Waiting;
        m_record.stages << result;
    }
}

AttemptEngine::~AttemptEngine()
{
    m_thread.quit();
    m_thread.wait();
}

void AttemptEngine::start()
{
    becomeSubreaper();
    m_reapTimer.start(1000);
    m_clock.start();
    m_record.state = AttemptState::Running;
    m_record.startedAt = systemClock().wallMilliseconds();
    if (const auto started = m_sentinel->start(); !started)
        tell("warning", {}, { { "message", started.error().message.toStdString() } });
    startWatcher();
    writeRecord();
    tell("attempt-started");
    for (const QString& warning : std::as_const(m_record.plan.warnings))
        tell("warning", {}, { { "message", warning.toStdString() } });
    advance();
}

void AttemptEngine::startWatcher()
{
    const auto host = hostFactsFromJson(m_record.request.hostFacts, QStringLiteral("hostFacts"));
    m_watcher = new BuildWatcher(m_record.request.buildFolder, systemClock().monotonicMilliseconds(),
        host ? std::optional(*host) : std::nullopt);
    m_watcher->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_watcher, &BuildWatcher::start);
    connect(&m_thread, &QThread::finished, m_watcher, &QObject::deleteLater);
    connect(m_watcher, &BuildWatcher::progressed, this, &AttemptEngine::progressed);
    connect(m_watcher, &BuildWatcher::findingsChanged, this, &AttemptEngine::findingsChanged);
    connect(m_watcher, &BuildWatcher::sampled, this, &AttemptEngine::sampled);
    connect(m_watcher, &BuildWatcher::stageRead, this, &AttemptEngine::stageRead);
    connect(m_watcher, &BuildWatcher::edgesEnded, this, [this](const QVector<EdgeRecord>& edges) {
        for (const EdgeRecord& edge : edges)
            check(m_writer->append(edge));
    });
    connect(m_watcher, &BuildWatcher::troubled, this, [this](const QString& stage, const QString& sentence) {
        tell("warning", stage, { { "message", sentence.toStdString() } });
    });
    m_thread.start();
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

void AttemptEngine::startStage(int index)
{
    const Stage& stage = m_record.plan.stages[index];
    StageResult& result = m_record.stages[index];
    result.state = StageState::Running;
    result.startedAt = systemClock().wallMilliseconds();
    result.logFile = QStringLiteral("logs/%1.log").arg(stage.id);
    m_active[index].clock.start();
    writeRecord();
    tell("stage-started", stage.id);
    QMetaObject::invokeMethod(
        m_watcher, [watcher = m_watcher, id = stage.id, log = m_writer->logPath(stage.id)] {
            watcher->beginStage(id, log);
        });
    if (stage.commands.isEmpty())
        endStage(index, StageState::Succeeded, {});
    else
        startCommand(index);
}

ProcessStart AttemptEngine::processStart(const Stage& stage, const Command& command) const
{
    ProcessStart start;
    start.program = isOwnHelper(command.program) ? m_runnerProgram : command.program;
    start.arguments = command.arguments;
    start.workingFolder = command.workingFolder;
    start.environment = withoutMasked(command.environment);
    start.mark = m_mark;
    start.logFile = m_writer->logPath(stage.id);
    start.pauses = m_pauses;
    return start;
}

void AttemptEngine::startCommand(int index)
{
    const Stage& stage = m_record.plan.stages[index];
    Active& active = m_active[index];
    const Command& command = stage.commands[active.command];
    if (stage.kind == StageKind::Compile || stage.kind == StageKind::Wheel
        || stage.kind == StageKind::Install)
        QMetaObject::invokeMethod(m_watcher, &BuildWatcher::beginCommand);
    ProcessRunner* runner = m_pool->add(processStart(stage, command));
    active.runner = runner;
    connect(runner, &ProcessRunner::started, this, [this, index](qint64 pid) { commandStarted(index, pid); });
    connect(runner, &ProcessRunner::finished, this,
        [this, index](const ProcessEnd& processEnd) { commandEnded(index, processEnd); });
    connect(runner, &ProcessRunner::signalled, this,
        [this, id = stage.id](StopSignal signal, const auto& members) {
            tell("stop-signal", id, { { "signal", signalName(signal) }, { "processes", labels(members) } });
        });
}

void AttemptEngine::commandStarted(int index, qint64 pid)
{
    m_sentinel->watch(pid);
    tellLeaders();
    const Stage& stage = m_record.plan.stages[index];
    const int number = m_active[index].command;
    tell("command-started", stage.id,
        { { "command", number }, { "pid", pid },
            { "purpose", stage.commands[number].purpose.toStdString() } });
}

void AttemptEngine::tellLeaders()
{
    QMetaObject::invokeMethod(
        m_watcher, [watcher = m_watcher, leaders = m_pool->leaders()] { watcher->setLeaders(leaders); });
}

void AttemptEngine::commandEnded(int index, const ProcessEnd& processEnd)
{
    Active& active = m_active[index];
    const Stage& stage = m_record.plan.stages[index];
    if (active.runner && active.runner->pid() > 0)
        m_sentinel->unwatch(active.runner->pid());
    active.runner = nullptr;
    Json data = { { "command", active.command }, { "exitCode", processEnd.exitCode },
        { "crashed", processEnd.crashed }, { "milliseconds", processEnd.duration.count() } };
    if (!processEnd.leftOver.isEmpty())
        data["leftOver"] = toJson(processEnd.leftOver);
    tell("command-ended", stage.id, data);
    if (!processEnd.leftOver.isEmpty())
        tell("warning", stage.id,
            { { "message",
                QStringLiteral("%1 left processes behind, which were ended: %2.")
                    .arg(stage.commands[active.command].program,
                        processEnd.leftOver.join(QStringLiteral(", ")))
                    .toStdString() } });
    if (!processEnd.survivors.isEmpty())
        tell("survivors", stage.id, { { "processes", labels(processEnd.survivors) } });
    if (processEnd.started)
        m_record.stages[index].exitCode = processEnd.exitCode;
    const bool well = processEnd.started && !processEnd.crashed && processEnd.exitCode == 0
        && processEnd.error.isEmpty() && !processEnd.stopped;
    if (well && !m_stopping && ++active.command < stage.commands.size())
        return startCommand(index);
    if (m_stopping && (processEnd.stopped || active.command < stage.commands.size())
        && !(well && active.command >= stage.commands.size()))
        return endStage(index, StageState::Stopped, {});
    if (well)
        return endStage(index, StageState::Succeeded, {});
    endStage(index, StageState::Failed, failureSentence(stage, stage.commands[active.command], processEnd));
}

QString AttemptEngine::failureSentence(
    const Stage& stage, const Command& command, const ProcessEnd& processEnd) const
{
    if (!processEnd.error.isEmpty())
        return processEnd.error;
    const QString program = QFileInfo(command.program).fileName();
    if (processEnd.crashed)
        return QStringLiteral("%1: %2 was ended by signal %3.")
            .arg(stage.title, program)
            .arg(processEnd.exitCode);
    return QStringLiteral("%1: %2 ended with exit code %3.")
        .arg(stage.title, program)
        .arg(processEnd.exitCode);
}

// The stage is over for its processes; its state changes when the log has been read to the end.
void AttemptEngine::endStage(int index, StageState outcome, const QString& error)
{
    Active& active = m_active[index];
    active.outcome = outcome;
    StageResult& result = m_record.stages[index];
    result.duration = Milliseconds(active.clock.elapsed());
    result.error = error;
    QMetaObject::invokeMethod(
        m_watcher, [watcher = m_watcher, id = result.id, failed = outcome == StageState::Failed] {
            watcher->endStage(id, failed);
        });
}

void AttemptEngine::stageRead(const QString& id)
{
    const auto found = std::find_if(m_record.stages.begin(), m_record.stages.end(),
        [&id](const StageResult& result) { return result.id == id; });
    const int index = int(found - m_record.stages.begin());
    if (found == m_record.stages.end() || !m_active.contains(index))
        return;
    found->state = m_active.take(index).outcome;
    if (found->state == StageState::Failed && m_record.error.isEmpty())
        m_record.error = found->error;
    writeRecord();
    tell("stage-ended", id,
        { { "state", stageStateId(found->state).toStdString() },
            { "durationMs", qint64(found->duration.value_or(Milliseconds(0)).count()) } });
    check(m_writer->sync());
    tellLeaders();
    advance();
}

void AttemptEngine::stop()
{
    if (m_stopping)
        return;
    m_stopping = true;
    tell("stop-requested");
    m_pool->stopAll();
    if (m_active.isEmpty())
        end();
}

// Nothing runs any more, as far as the stages know. Whoever carries our mark and is still there goes too.
void AttemptEngine::end()
{
    if (m_ending)
        return;
    m_ending = true;
    m_everybody->includeOrphans(m_sentinel->pid());
    m_sweep = std::make_unique<StopLadder>(m_everybody, m_pauses);
    connect(
        m_sweep.get(), &StopLadder::finished, this,
        [this](const QVector<qint64>& survivors) {
            if (!survivors.isEmpty())
                tell("survivors", {}, { { "processes", labels(survivors) } });
            finishRecord();
        },
        Qt::QueuedConnection);
    m_sweep->start();
}

void AttemptEngine::finishRecord()
{
    m_record.state = stateOf(m_record.stages, m_stopping);
    if (!m_writeTrouble.isEmpty()) {
        m_record.state = AttemptState::Failed;
        m_record.error = m_writeTrouble;
    }
    m_record.endedAt = systemClock().wallMilliseconds();
    m_record.duration = Milliseconds(m_clock.elapsed());
    if (m_record.state == AttemptState::Succeeded) {
        if (const auto products = readBuiltProducts(m_record.request.buildFolder, m_record.request.targets)) {
            for (const BuiltProduct& product : products->products)
                m_record.products << product.path;
        }
    }
    m_reserve.giveBack();
    tell("attempt-ended", {}, { { "state", attemptStateId(m_record.state).toStdString() } });
    check(m_writer->sync());
    writeRecord();
    emit ended();
}

void AttemptEngine::progressed(const QString& stage, const BuildProgress& progress)
{
    m_progress[stage] = progress;
    m_record.edgesDone = progress.done;
    m_record.edgesTotal = progress.total;
    tell("progress", stage, toJson(progress));
}

void AttemptEngine::findingsChanged(const QVector<Finding>& findings)
{
    // The log still tells everything, so a build does not end for want of these.
    if (const auto written = m_writer->writeFindings(findings); !written)
        tell("warning", {}, { { "message", written.error().message.toStdString() } });
    const bool hasRoot = !findings.isEmpty() && findings.first().root;
    m_record.firstFinding = hasRoot ? findings.first().title : QString();
    m_record.firstFindingRule = hasRoot ? findings.first().rule : QString();
}

void AttemptEngine::sampled(const Sample& sample)
{
    m_record.peakMemory = std::max(m_record.peakMemory, sample.buildMemory);
    if (!m_ending)
        check(m_writer->append(sample));
}

void AttemptEngine::tell(const char* type, const QString& stage, Json data)
{
    AttemptEvent event;
    event.time = systemClock().wallMilliseconds();
    event.type = QLatin1String(type);
    event.stage = stage;
    event.data = std::move(data);
    check(m_writer->append(event));
}

// A build that nobody can follow and whose end cannot be kept is stopped with a reason, not left to die of
// something else. The space kept back is not touched yet: compilers that still write would take it.
void AttemptEngine::check(const Result<void>& written)
{
    if (written || !m_writeTrouble.isEmpty())
        return;
    m_writeTrouble = written.error().message;
    log::error("runner", m_writeTrouble);
    m_stopping = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_pool->stopAll();
            if (m_active.isEmpty() && m_clock.isValid())
                end();
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
    for (auto item = m_progress.cbegin(); item != m_progress.cend(); ++item)
        answer["progress"][item.key().toStdString()] = toJson(item.value());
    return answer;
}

}
