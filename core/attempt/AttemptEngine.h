// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/AttemptJournal.h"
#include "core/attempt/DiskQuestion.h"
#include "core/attempt/VanishedFolders.h"
#include "core/gate/Admission.h"
#include "core/parse/Diagnostic.h"
#include "core/process/ProcessPool.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QThread>
#include <QTimer>

#include <functional>
#include <memory>

namespace torchmason {

class BuildWatcher;
class CacheWatch;
class GateServer;
class SentinelLink;

// Drives one attempt from its plan to its end: starts the commands of stages whose predecessors ended well,
// keeps the attempt's folder up to date, and stops everybody when asked to or when the folder cannot be
// written any more. Never waits; everything slow happens in children or on the watcher's thread.
class AttemptEngine : public QObject {
    Q_OBJECT

public:
    // `record` has request and plan; `runnerProgram` replaces the plan's "torchmason-runner".
    AttemptEngine(std::unique_ptr<AttemptWriter> writer, AttemptRecord record, QString runnerProgram,
        LadderPauses pauses = {}, QObject* parent = nullptr);
    ~AttemptEngine() override;

    // Before start(): the attempt waits for these to end.
    void waitFor(const QVector<int>& attempts);
    // Before start(), where waiting has changed what can be done.
    void setPlan(const BuildRequest& request, const StagePlan& plan);
    // Called once, when the first stage begins that works in the build folder; where it fails, so does the
    // stage.
    void setBeforeBuilding(std::function<Result<void>()> prepare) { m_beforeBuilding = std::move(prepare); }
    void start();
    // Instead of start(): it cannot begin.
    void refuse(const QString& sentence);
    // Something that a reader may want to know later, for events.jsonl.
    void tell(QLatin1String type, Json data = Json::object()) { m_journal.tell(type, {}, std::move(data)); }
    // Climbs the ladder for everybody; the attempt then ends as stopped.
    void stop();
    // Jobs count from the next compiler on; where the memory is less than the running ones have, the youngest
    // of them start again later. Fails where this build has no gate.
    Result<void> setGateLimits(const GateLimits& limits);
    const GateLimits& gateLimits() const { return m_gateLimits; }
    Json status() const;
    const AttemptRecord& record() const { return m_record; }
    const QString& folder() const { return m_journal.folder(); }
    // A stop found that the disk of the build folder does not answer. What waits for it cannot be ended, here
    // either: whoever destroys the engine waits, too.
    bool diskIsSilent() const { return m_diskIsSilent; }
    // Why the folder could not be written to the end; empty where it could.
    const QString& writeTrouble() const { return m_journal.trouble(); }

signals:
    void ended();

private:
    struct Active {
        QElapsedTimer clock;
        int command = 0;
        int tries = 0; // that broke off, of this command
        qint64 logBegin = 0; // where this try's output begins
        ProcessRunner* runner = nullptr;
        CacheWatch* cache = nullptr; // of the stages that compile, where there is a compiler cache
        StageState outcome = StageState::Running; // what it will be once its log is read
    };

    void watchOrphans(QSet<qint64> sessions);
    void findSecrets();
    void startWatcher();
    void startGate();
    void advance();
    void startStage(int index);
    Result<void> prepareBuilding(StageKind kind);
    void beginCommands(int index);
    void startCommand(int index);
    void takeCapturedEnvironment();
    Command asItCanRun(const Stage& stage, const Command& command);
    ProcessStart processStart(const Stage& stage, const Command& command) const;
    void commandStarted(int index, qint64 pid);
    void commandEnded(int index, const ProcessEnd& end);
    bool triesAgain(int index);
    void endStage(int index, StageState outcome, const QString& error);
    void keepCacheUse(int index, const std::optional<CacheUse>& use);
    void readStage(int index);
    void stageRead(const QString& stage, const DiagnosticCount& diagnostics);
    void tellLeaders();
    static constexpr Milliseconds longestReading { 5000 }; // of a log's end, where the disk is silent
    void askDisk();
    void giveUpReading();
    void tellSilence(const QString& consequence);
    void end();
    void finishRecord();
    void lookAtProducts();
    void measureBuildFolder();

    void progressed(const QString& stage, BuildProgress progress);
    void findingsChanged(const QVector<Finding>& findings);
    void sampled(const Sample& sample);
    void endForTrouble();

    AttemptJournal m_journal;
    AttemptRecord m_record;
    QString m_runnerProgram;
    LadderPauses m_pauses;
    QByteArray m_mark;
    QByteArray m_cgroup; // of all that the build starts; empty where there is none
    std::shared_ptr<const NeedleSet> m_secrets; // what must not reach the logs; null: nothing
    std::unique_ptr<ProcessPool> m_pool;
    std::unique_ptr<SentinelLink> m_sentinel;
    std::shared_ptr<ProcessFamily> m_everybody; // all that carry the attempt's mark
    std::unique_ptr<StopLadder> m_sweep;
    QThread m_thread;
    BuildWatcher* m_watcher = nullptr;
    QThread m_gateThread;
    GateServer* m_gate = nullptr; // while it listens
    QString m_gateSocket;
    QVector<EnvironmentValue> m_captured; // what the environment stage found, for all stages after it
    GateLimits m_gateLimits;
    std::function<Result<void>()> m_beforeBuilding;
    QTimer m_giveUp; // one alone: an answer of the disk has its time before it is missed
    QTimer m_reapTimer;
    QSet<qint64> m_orphans; // sessions of our children that the sentinel knows
    QHash<int, Active> m_active; // stage index -> what runs
    QHash<QString, BuildProgress> m_progress;
    VanishedFolders m_folders;
    bool m_folderIsGone = false; // and no line of a log is the cause
    QElapsedTimer m_clock;
    Milliseconds m_took { 0 }; // to the end of the last stage so far
    bool m_stopping = false;
    DiskQuestion m_disk; // asked since the stop
    bool m_diskIsSilent = false;
    bool m_ending = false;
};

}
