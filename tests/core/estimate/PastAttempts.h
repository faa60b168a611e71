// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/BuildEstimates.h"
#include "core/estimate/EarlierBuild.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>

#include <memory>

namespace torchmason {

inline constexpr qint64 minute = 60'000;

// What one attempt left.
struct Past {
    int jobs = 8;
    qint64 compileMinutes = 60;
    qint64 steps = 5000;
    AttemptState state = AttemptState::Succeeded;
    QString release = QStringLiteral("2.6.0");
    QVector<FlagValue> flags = {};
    std::optional<CacheUse> cache = {};
    std::optional<int> continues = {};
    int logicalCores = 16;
    std::optional<Bytes> peakMemory = 12 * gibibyte;
    std::optional<Bytes> folderSize = 10 * gibibyte;
    bool clean = false;
    bool configures = true;
    bool compiles = true;
    bool reachesCompile = true;
    bool fetches = true;
    std::optional<Milliseconds> took = {};
    qint64 failedSteps = 0; // counted by ninja with the others
    std::optional<qint64> total = {};
    SourceKind source = SourceKind::Git;
    QByteArray fetchLog = {};
};

inline FlagValue flag(const char* name, const char* value)
{
    return { QLatin1String(name), QLatin1String(value), {}, ValueOrigin::User };
}

inline HostFacts factsOf(int logicalCores)
{
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.cpuModel = QStringLiteral("AMD Ryzen");
    facts.physicalCores = logicalCores / 2;
    facts.logicalCores = logicalCores;
    facts.memoryTotal = 64 * gibibyte;
    return facts;
}

inline BuildRequest requestOf(const Past& past)
{
    BuildRequest request;
    request.source = { past.source, QStringLiteral("https://example.org/pytorch"),
        QLatin1Char('v') + past.release, {}, past.release };
    request.sourceFolder = QStringLiteral("/src/pytorch");
    request.buildFolder = QStringLiteral("/nowhere/build");
    request.configuration.flags = { flag("CMAKE_BUILD_TYPE", "Release"), flag("USE_CUDA", "OFF") };
    for (const FlagValue& each : past.flags)
        request.configuration.setFlag(each);
    request.jobs = past.jobs;
    request.continuesAttempt = past.continues;
    request.clean = past.clean;
    request.hostFacts = toJson(factsOf(past.logicalCores));
    return request;
}

inline StageResult stageOf(const char* id, StageState state, qint64 minutes)
{
    StageResult stage;
    stage.id = QLatin1String(id);
    stage.state = state;
    stage.duration = Milliseconds(minutes * minute);
    return stage;
}

inline Sample sampleOf(const char* stage, Bytes diskFree)
{
    Sample sample;
    sample.stage = QLatin1String(stage);
    sample.diskFree = diskFree;
    return sample;
}

inline double minutesOf(const std::optional<qint64>& milliseconds)
{
    return double(milliseconds.value_or(-minute)) / double(minute);
}

// Attempts of this machine, and what is expected of the next build.
class PastAttempts {
protected:
    void makeFolder()
    {
        m_root = std::make_unique<QTemporaryDir>();
        qputenv("TORCHMASON_HOME", m_root->filePath(QStringLiteral("home")).toUtf8());
    }
    int attempt(const Past& past);
    BuildEstimate estimate(const Past& wanted) const;
    QString attempts() const { return m_root->filePath(QStringLiteral("attempts")); }
    QString path(const QString& name) const { return m_root->filePath(name); }

private:
    std::unique_ptr<QTemporaryDir> m_root;
};

inline int PastAttempts::attempt(const Past& past)
{
    const BuildRequest request = requestOf(past);
    const auto reserved = AttemptStore(attempts()).reserve(request);
    if (!reserved)
        qFatal("%s", qPrintable(reserved.error().message));
    const auto writer = AttemptWriter::open(reserved->folder);
    AttemptRecord record;
    record.number = reserved->number;
    record.request = request;
    record.state = past.state;
    record.edgesDone = past.steps + past.failedSteps;
    record.edgesFailed = past.failedSteps;
    record.edgesTotal = past.total;
    record.peakMemory = past.peakMemory;
    const bool ended = past.state == AttemptState::Succeeded;
    record.stages
        = { stageOf("fetch", StageState::Succeeded, 300), stageOf("configure", StageState::Succeeded, 2),
              stageOf("compile", ended ? StageState::Succeeded : StageState::Failed, past.compileMinutes) };
    record.stages.last().cache = past.cache;
    if (!past.reachesCompile) {
        record.stages.last().state = StageState::Waiting;
        record.stages.last().duration.reset();
    }
    if (!past.configures)
        record.stages.removeAt(1);
    if (!past.fetches)
        record.stages.removeFirst();
    record.duration = past.took;
    if (!past.compiles)
        record.stages.removeLast();
    record.buildFolderSize = past.folderSize;
    if (ended)
        record.wheels = { { QStringLiteral("/dist/torch.whl"), 300 * mebibyte, {} } };
    (void)(*writer)->writeRecord(record);
    if (!past.fetchLog.isEmpty())
        write(AttemptFiles::log(reserved->folder, QStringLiteral("fetch")), past.fetchLog);
    // Others wrote 40 GB meanwhile.
    (void)(*writer)->append(sampleOf("configure", 90 * gibibyte));
    (void)(*writer)->append(sampleOf("compile", 40 * gibibyte));
    return reserved->number;
}

inline BuildEstimate PastAttempts::estimate(const Past& wanted) const
{
    return estimateHere(factsOf(wanted.logicalCores), Profile(), requestOf(wanted), attempts());
}

}
