// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/BuildLog.h"
#include "core/attempt/GateJobs.h"
#include "core/attempt/MemoryHistory.h"
#include "core/base/Clock.h"
#include "core/detect/HostFacts.h"
#include "core/findings/FindingDecision.h"
#include "core/gate/Admission.h"
#include "core/progress/NinjaLogReader.h"
#include "core/request/BuildRequest.h"
#include "core/sampling/HostSampler.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace torchmason {

// What the remaining time is reckoned from, besides the build folder.
struct BuildOutlook {
    QStringList targets;
    int jobs = 0; // that run at the same time
    bool isCached = true; // a compiler cache stands before its compilers
    std::function<QVector<TimedBuild>()> earlier; // times of builds elsewhere, see EarlierTimes.h
};

// Lives on the worker thread of a runner: reads logs and .ninja_log while they grow and samples the
// machine. Talks to the engine by queued signals only.
class BuildWatcher : public QObject {
    Q_OBJECT

public:
    // `begin`: monotonic milliseconds at which the attempt began. `host` helps to decide findings, as does
    // what the request asks for.
    BuildWatcher(const BuildRequest& request, qint64 begin, std::optional<HostFacts> host);
    // Before the thread starts.
    void setOutlook(BuildOutlook outlook) { m_outlook = std::move(outlook); }

public slots:
    void start();
    void beginStage(const QString& stage, const QString& logPath);
    // Edges that end from now on belong to the command that starts now.
    void beginCommand();
    // Reads the log to its end, then tells stageRead.
    void endStage(const QString& stage, bool failed);
    void setLeaders(const QVector<qint64>& leaders);
    // Of the command that starts now, where that is another number than was expected.
    void setJobs(int jobs);
    // What the memory gate says, for samples, progress and edges.
    void setGateState(const torchmason::GateState& state);
    void addMeasuredEdge(const torchmason::MeasuredEdge& edge);

signals:
    void progressed(const QString& stage, const torchmason::BuildProgress& progress);
    // While it grows, whenever there are more, with the errors that were not told before.
    void counted(const QString& stage, const torchmason::DiagnosticCount& diagnostics,
        const QVector<torchmason::LogError>& errors);
    void findingsChanged(const QVector<torchmason::Finding>& findings);
    void sampled(const torchmason::Sample& sample);
    void edgesEnded(const QVector<torchmason::EdgeRecord>& edges);
    void troubled(const QString& stage, const QString& sentence);
    // What stands in CMake's cache though nobody asked for it: once, when the build begins.
    void switchesRead(const QMap<QString, QString>& switches);
    void stageRead(const QString& stage, const torchmason::DiagnosticCount& diagnostics);

private:
    struct SeenEdge {
        QString language;
        std::optional<Bytes> peak;
        std::optional<qint64> start; // milliseconds since the attempt began
    };

    void readLogs();
    void readMore(BuildLog& log);
    void keepLinked(BuildLog& log);
    void readEdges();
    bool isAtGate(const QString& output) const;
    void tellEdges(QVector<EdgeRecord> edges);
    void readSwitches();
    void tellFailures(BuildLog& log);
    void tellCounts();
    void tellFindings();
    DecidingFacts facts(const QVector<Finding>& findings);
    void sample();
    void keepSeen(const Sample& sample);
    qint64 elapsed() const;

    QString m_buildFolder;
    qint64 m_begin;
    std::shared_ptr<const RuleSet> m_rules;
    std::vector<std::unique_ptr<BuildLog>> m_logs; // of stages that run, in the order of their beginning
    QVector<Finding> m_endedFindings; // of stages that are over
    QVector<Finding> m_toldFindings; // as the logs alone tell them
    std::optional<HostFacts> m_host;
    Configuration m_asked;
    Configuration m_passed; // to CMake
    bool m_knowsSwitches = false;
    std::optional<BuildFolderState> m_folderState; // read where a finding needs it
    MemoryHistory m_memory;
    LogFacts m_facts; // from whichever stage's log names each first
    LogFacts m_toldFacts;
    NinjaLogReader m_edges;
    BuildOutlook m_outlook;
    EdgeTimes m_history; // of the build before this one
    QHash<QString, SeenEdge> m_seen; // running edges by output
    QSet<QString> m_linked; // what logs call linked: the names of programs do not tell
    QHash<QString, MeasuredEdge> m_measured; // edges whose end ninja has not told yet, by output
    QVector<EdgeRecord> m_unmeasured; // the other way round
    std::optional<GateState> m_gate;
    GateJobs m_gateJobs;
    HostSampler m_sampler;
    BuildProcesses m_processes;
    QTimer* m_readTimer = nullptr;
    QTimer* m_sampleTimer = nullptr;
    QHash<QString, DiagnosticCount> m_toldCounts; // by stage
    qint64 m_findingsTold = 0;
    qint64 m_lastSample = 0;
};

}
