// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/AttemptEngine.h"

#include "core/attempt/BuildWatcher.h"
#include "core/attempt/CacheWatch.h"
#include "core/attempt/StageFailure.h"
#include "core/attempt/StageInputs.h"
#include "core/base/Clock.h"
#include "core/base/TextDecoding.h"
#include "core/base/WholeFile.h"
#include "core/buildfolder/ConfigurationCheck.h"
#include "core/config/InheritedOptions.h"
#include "core/gate/Message.h"
#include "core/process/SentinelLink.h"
#include "core/redact/BuildSecrets.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/GateLaunchers.h"
#include "core/stages/GitRevision.h"
#include "core/stages/StageMakers.h"
#include "core/store/EventNames.h"
#include "core/store/SecretMask.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

// The engine's way through one stage: its commands one after the other, its log read to the end, its result.
namespace torchmason {

namespace {

bool isOwnHelper(const QString& program)
{
    return program == QLatin1String("torchmason-runner") || program == QLatin1String("torchmason-runner.exe");
}

// What our own steps said since `begin` that people must not overlook.
QStringList helperWarnings(const QString& logFile, qint64 begin)
{
    constexpr qint64 mostRead = 256 * 1024;
    const QString start = QLatin1String(helperWarning);
    QStringList sentences;
    for (const QByteArray& line : readEnd(logFile, mostRead, begin).split('\n')) {
        const QString text = plainToolText(line).trimmed();
        if (text.startsWith(start))
            sentences << text.mid(start.size());
    }
    return sentences;
}

// Masked values are inherited from us; see SecretMask.h.
QVector<EnvironmentValue> withoutMasked(QVector<EnvironmentValue> values)
{
    values.erase(std::remove_if(values.begin(), values.end(), isMasked), values.end());
    return values;
}

}

void AttemptEngine::startStage(int index)
{
    const Stage& stage = m_record.plan.stages[index];
    StageResult& result = m_record.stages[index];
    result.state = StageState::Running;
    result.startedAt = systemClock().wallMilliseconds();
    result.logFile = QStringLiteral("logs/%1.log").arg(stage.id);
    if (stageFacts(stage.kind).notesInputs)
        result.inputs = stageInputs(m_record.request);
    m_active[index].clock.start();
    m_journal.keep(m_record);
    m_journal.tell(eventName::stageStarted, stage.id);
    QMetaObject::invokeMethod(
        m_watcher, [watcher = m_watcher, id = stage.id, log = m_journal.logPath(stage.id)] {
            watcher->beginStage(id, log);
        });
    if (const auto prepared = prepareBuilding(stage.kind); !prepared)
        endStage(index, StageState::Failed, prepared.error().message);
    else if (stage.commands.isEmpty())
        endStage(index, StageState::Succeeded, {});
    else {
        m_folders.look(m_record.request, stage.kind);
        beginCommands(index);
    }
}

// A packed wheel is installed and verified without the build folder.
Result<void> AttemptEngine::prepareBuilding(StageKind kind)
{
    const bool worksThere
        = kind == StageKind::Clean || (stageFacts(kind).builds && comesBefore(kind, StageKind::Install));
    const auto prepare = worksThere ? std::exchange(m_beforeBuilding, nullptr) : nullptr;
    return prepare ? prepare() : Result<void>();
}

// A compiler cache is asked first for what it has counted so far.
void AttemptEngine::beginCommands(int index)
{
    const Stage& stage = m_record.plan.stages[index];
    const CompilerCache cache
        = compilerCache(m_record.request, takenConfiguration(m_record.request), hostPlatform());
    if (!stageFacts(stage.kind).compiles || !cache.isCache())
        return startCommand(index);
    const QString folder = QFileInfo(QFileInfo(m_journal.logPath(stage.id)).path()).path();
    auto* watch = new CacheWatch(cache, processStart(stage, stage.commands.first()),
        QStringLiteral("%1/ccache-%2.txt").arg(folder, stage.id), this);
    m_active[index].cache = watch;
    connect(watch, &CacheWatch::serverStarted, this, [this](qint64 pid) {
        m_sentinel->watch(pid);
        tellLeaders();
    });
    connect(watch, &CacheWatch::failed, this,
        [this, index](const QString& sentence) { endStage(index, StageState::Failed, sentence); });
    connect(watch, &CacheWatch::measured, this,
        [this, index](const std::optional<CacheUse>& use) { keepCacheUse(index, use); });
    connect(watch, &CacheWatch::ready, this, [this, index] {
        if (m_stopping)
            endStage(index, StageState::Stopped, {});
        else
            startCommand(index);
    });
    watch->begin();
}

void AttemptEngine::keepCacheUse(int index, const std::optional<CacheUse>& use)
{
    StageResult& result = m_record.stages[index];
    result.cache = use;
    if (use && use->storageErrors > 0)
        m_journal.warn(result.id,
            QStringLiteral("Requests to the shared storage of %1 that failed: %2; what they asked for was "
                           "compiled here. Check that its server is running and that the password is right.")
                .arg(use->tool)
                .arg(use->storageErrors));
    readStage(index);
}

void AttemptEngine::takeCapturedEnvironment()
{
    const auto captured = capturedEnvironment(m_journal.folder());
    if (captured)
        m_captured = *captured;
    else
        m_journal.warn(stageKindId(StageKind::Environment), captured.error().message);
}

ProcessStart AttemptEngine::processStart(const Stage& stage, const Command& command) const
{
    ProcessStart start;
    start.program = isOwnHelper(command.program) ? m_runnerProgram : command.program;
    start.arguments = command.arguments;
    start.workingFolder = command.workingFolder;
    if (stageFacts(stage.kind).builds)
        start.environment = m_captured; // what the command itself says comes on top
    start.environment += withoutMasked(command.environment);
    start.environment.append(
        { QLatin1String(stageLogVariable), m_journal.logPath(stage.id), ValueOrigin::Default });
    if (m_gate)
        start.environment.append({ QLatin1String(gate::socketVariable), m_gateSocket, ValueOrigin::Default });
    start.mark = m_mark;
    // Stages may overlap, and what one left behind is not what the other still needs.
    start.ownMark = "TORCHMASON_STAGE=" + m_record.id.toUtf8() + '.' + stage.id.toUtf8();
    start.cgroup = m_cgroup;
    start.logFile = m_journal.logPath(stage.id);
    // Compilers know no addresses: without secrets what they print takes the shortest way.
    start.secrets = m_secrets || stage.kind == StageKind::Compile ? m_secrets : onlyLogins();
    start.pauses = m_pauses;
    return start;
}

// A project may take its launchers from elsewhere. Ninja was to start more compilers than may run, so that
// the gate chooses among them; without it that would be too many.
Command AttemptEngine::asItCanRun(const Stage& stage, const Command& command)
{
    const BuildRequest& request = m_record.request;
    if (stage.kind != StageKind::Compile || !request.hasGate() || (m_gate && namesGate(request.buildFolder)))
        return command;
    const int jobs = request.jobsWithoutGate.value_or(request.jobs.value_or(1));
    m_journal.warn(stage.id,
        QStringLiteral(
            "The compilers of this build do not start through the memory gate, so it runs %1 at the "
            "same time.")
            .arg(jobs));
    QMetaObject::invokeMethod(m_watcher, [watcher = m_watcher, jobs] { watcher->setJobs(jobs); });
    return withoutGate(command, jobs);
}

void AttemptEngine::startCommand(int index)
{
    const Stage& stage = m_record.plan.stages[index];
    Active& active = m_active[index];
    const Command& command = stage.commands[active.command];
    if (stageFacts(stage.kind).runsNinja)
        QMetaObject::invokeMethod(m_watcher, &BuildWatcher::beginCommand);
    ProcessStart start = processStart(stage, asItCanRun(stage, command));
    if (active.cache)
        start.environment += active.cache->environment();
    active.logBegin = QFileInfo(m_journal.logPath(stage.id)).size();
    ProcessRunner* runner = m_pool->add(start);
    active.runner = runner;
    connect(runner, &ProcessRunner::started, this, [this, index](qint64 pid) { commandStarted(index, pid); });
    connect(runner, &ProcessRunner::finished, this,
        [this, index](const ProcessEnd& processEnd) { commandEnded(index, processEnd); });
    connect(runner, &ProcessRunner::signalled, this,
        [this, id = stage.id](
            StopSignal signal, const auto& members) { m_journal.tellSignal(id, signal, members); });
}

void AttemptEngine::commandStarted(int index, qint64 pid)
{
    m_sentinel->watch(pid);
    tellLeaders();
    const Stage& stage = m_record.plan.stages[index];
    const int number = m_active[index].command;
    m_journal.tell(eventName::commandStarted, stage.id,
        { { "command", number }, { "pid", pid },
            { "purpose", stage.commands[number].purpose.toStdString() } });
}

void AttemptEngine::tellLeaders()
{
    QVector<qint64> leaders = m_pool->leaders();
    for (const Active& active : std::as_const(m_active)) {
        if (active.cache && active.cache->serverPid() > 0)
            leaders << active.cache->serverPid();
    }
    QMetaObject::invokeMethod(m_watcher, [watcher = m_watcher, leaders] { watcher->setLeaders(leaders); });
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
    m_journal.tell(eventName::commandEnded, stage.id, data);
    if (!processEnd.leftOver.isEmpty())
        m_journal.warn(stage.id,
            QStringLiteral("%1 left processes behind, which were ended: %2.")
                .arg(stage.commands[active.command].program, processEnd.leftOver.join(QStringLiteral(", "))));
    m_journal.tellSurvivors(stage.id, processEnd.survivors);
    if (!processEnd.logTrouble.isEmpty())
        m_journal.warn(stage.id, processEnd.logTrouble);
    if (processEnd.started && isOwnHelper(QFileInfo(stage.commands[active.command].program).fileName())) {
        for (const QString& sentence : helperWarnings(m_journal.logPath(stage.id), active.logBegin))
            m_journal.warn(stage.id, sentence);
    }
    if (processEnd.started)
        m_record.stages[index].exitCode = processEnd.exitCode;
    const bool well = processEnd.started && !processEnd.crashed && processEnd.exitCode == 0
        && processEnd.error.isEmpty() && !processEnd.stopped;
    if (well && active.command + 1 == stage.commands.size())
        return endStage(index, StageState::Succeeded, {}); // though a stop may have been asked for meanwhile
    if (m_stopping)
        return endStage(index, StageState::Stopped, {});
    if (well) {
        ++active.command;
        active.tries = 0;
        return startCommand(index);
    }
    if (processEnd.started && triesAgain(index))
        return;
    const QString gone = m_folders.sentence();
    m_folderIsGone |= !gone.isEmpty();
    endStage(index, StageState::Failed,
        gone.isEmpty() ? failureSentence(
            m_record.request, stage, stage.commands[active.command], processEnd, m_journal.logPath(stage.id))
                       : stage.title + QStringLiteral(": ") + gone);
}

// Where the last lines of the command say that a connection broke. The pause is for whatever restarts there.
bool AttemptEngine::triesAgain(int index)
{
    constexpr qint64 lastWords = 16 * 1024;
    constexpr int pause = 2000; // milliseconds, more with each try
    Active& active = m_active[index];
    const Stage& stage = m_record.plan.stages[index];
    const int most = stage.commands[active.command].tries;
    if (active.tries + 1 >= most)
        return false;
    const QString line = brokenTransferLine(readEnd(m_journal.logPath(stage.id), lastWords, active.logBegin));
    if (line.isEmpty())
        return false;
    ++active.tries;
    m_journal.warn(stage.id,
        QStringLiteral("%1: the transfer was interrupted (%2); trying again, %3 of %4.")
            .arg(stage.title, line)
            .arg(active.tries + 1)
            .arg(most));
    QTimer::singleShot(pause * active.tries, this, [this, index] {
        if (m_stopping)
            endStage(index, StageState::Stopped, {});
        else
            startCommand(index);
    });
    return true;
}

// The stage is over for its processes; its state changes when the log has been read to the end.
void AttemptEngine::endStage(int index, StageState outcome, const QString& error)
{
    Active& active = m_active[index];
    active.outcome = outcome;
    if (outcome == StageState::Succeeded && m_record.plan.stages[index].kind == StageKind::Environment)
        takeCapturedEnvironment();
    StageResult& result = m_record.stages[index];
    result.duration = Milliseconds(active.clock.elapsed());
    m_took = Milliseconds(m_clock.elapsed()); // the search for a cause is not counted, nor what follows
    result.error = error;
    if (active.cache)
        active.cache->end();
    else
        readStage(index);
}

void AttemptEngine::readStage(int index)
{
    if (m_stopping)
        m_giveUp.start(longestReading);
    const bool failed = m_active[index].outcome == StageState::Failed;
    QMetaObject::invokeMethod(m_watcher,
        [watcher = m_watcher, id = m_record.stages[index].id, failed] { watcher->endStage(id, failed); });
}

void AttemptEngine::stageRead(const QString& id, const DiagnosticCount& diagnostics)
{
    const auto found = std::find_if(m_record.stages.begin(), m_record.stages.end(),
        [&id](const StageResult& result) { return result.id == id; });
    const int index = int(found - m_record.stages.begin());
    if (found == m_record.stages.end() || !m_active.contains(index))
        return;
    const Active active = m_active.take(index);
    if (active.cache)
        active.cache->deleteLater();
    found->state = active.outcome;
    found->errors = diagnostics.errors;
    found->warnings = diagnostics.warnings;
    found->firstError = diagnostics.firstError;
    if (found->state == StageState::Failed && m_record.error.isEmpty())
        m_record.error = found->error;
    m_journal.keep(m_record);
    m_journal.tell(eventName::stageEnded, id,
        { { "state", stageStateId(found->state).toStdString() },
            { "durationMs", qint64(found->duration.value_or(Milliseconds(0)).count()) },
            { "errors", diagnostics.errors }, { "warnings", diagnostics.warnings } });
    m_journal.sync();
    tellLeaders();
    advance();
}

}
