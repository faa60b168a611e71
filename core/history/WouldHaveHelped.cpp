// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/WouldHaveHelped.h"

#include "core/base/Core.h"
#include "core/history/SampleLines.h"
#include "core/store/AttemptFiles.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace torchmason {

double hitShare(const CacheUse& use)
{
    const qint64 asked = use.hits + use.misses;
    return asked > 0 ? double(use.hits) / double(asked) : 0.0;
}

namespace {

constexpr double leastSaved = 0.02; // less is within the error of any replay
constexpr int mostLookedAt = 60; // attempts before and after
constexpr qint64 longestGap = 5000; // between samples; what is more is a machine that slept

Milliseconds rounded(double milliseconds)
{
    return Milliseconds(qint64(std::llround(milliseconds)));
}

std::optional<CacheUse> cacheOf(const AttemptRecord& record)
{
    std::optional<CacheUse> best;
    for (const StageResult& stage : record.stages) {
        if (stage.cache && (!best || stage.cache->hits > best->hits))
            best = stage.cache;
    }
    return best;
}

class Estimates {
public:
    Estimates(const MeasuredGraph& measured, const TimeSpent& spent, int jobs)
        : m_measured(measured)
        , m_spent(spent)
        , m_jobs(std::max(1, jobs))
        , m_played(measured.played(m_jobs))
        , m_busy(double(spent.busy.count()))
    {
    }

    void addMoreJobs(const MachineUse& use, int physicalCores);
    void addNoWait(const MachineUse& use);
    void addCached(const CachedBuild& cached);
    QVector<WouldHaveHelped> found;

private:
    // How much longer the real build took than the played one.
    double error() const { return m_played > 0 ? std::max(1.0, m_busy / m_played) : 1.0; }
    void add(Help help, double busyLow, double busyHigh, int jobs, const QString& reason);

    const MeasuredGraph& m_measured;
    const TimeSpent& m_spent;
    int m_jobs;
    double m_played;
    double m_busy;
};

// What passed while nothing ran is not saved by anything here.
void Estimates::add(Help help, double busyLow, double busyHigh, int jobs, const QString& reason)
{
    const double span = double(m_spent.span.count());
    const double low = span - m_busy + std::min(busyLow, m_busy);
    if (span <= 0 || low > span * (1 - leastSaved))
        return;
    const double high = span - m_busy + std::clamp(busyHigh, std::min(busyLow, m_busy), m_busy);
    found.append({ help, rounded(low), rounded(high), jobs, reason });
}

// As many as fill the cores. A step takes longer where more run than there are cores for: logical ones at
// best, physical ones at worst.
void Estimates::addMoreJobs(const MachineUse& use, int physicalCores)
{
    if (use.cores <= 0 || use.coresBusy <= 0 || m_spent.meanAtOnce <= 0)
        return;
    const double coresOfStep = use.coresBusy / m_spent.meanAtOnce;
    const int jobs = int(std::min(2.0 * m_jobs, std::ceil(use.cores / coresOfStep)));
    if (jobs <= m_jobs)
        return;
    const double played = m_measured.played(jobs);
    // The work as such cannot end before the cores have done it.
    const auto with = [&](int cores) { return std::max(played, m_busy * use.coresBusy / cores); };
    const int fewest = physicalCores > 0 ? std::min(physicalCores, use.cores) : use.cores;
    add(Help::MoreJobs, with(use.cores), with(fewest) * error(), jobs,
        Core::tr("On average %1 of %2 cores were busy. In a simulation with %3 jobs instead of %4 the build "
                 "is faster, but it needs more memory at the same time.")
            .arg(use.coresBusy, 0, 'f', 1)
            .arg(use.cores)
            .arg(jobs)
            .arg(m_jobs));
}

// At least what the free jobs would have done meanwhile, at most all that the replay does not explain.
void Estimates::addNoWait(const MachineUse& use)
{
    if (use.heldBack.count() <= 0 || use.idleJobs.count() <= 0)
        return;
    const double most = std::max(0.0, std::min(double(use.heldBack.count()), m_busy - m_played));
    const double least = std::min(most, double(use.idleJobs.count()) / m_jobs);
    add(Help::NoWaitForMemory, m_busy - most, m_busy - least, 0,
        Core::tr("For %1 the memory gate held back at least one step that a free job could have taken.")
            .arg(formatDuration(use.heldBack)));
}

void Estimates::addCached(const CachedBuild& cached)
{
    MeasuredGraph again = m_measured;
    int same = 0;
    for (auto node = again.nodes.cbegin(); node != again.nodes.cend(); ++node) {
        const auto time = cached.times.constFind(node.key());
        if (again.work.isDone[*node] || time == cached.times.cend())
            continue;
        ++same;
        again.work.left[*node] = std::min(again.work.left[*node], double(*time));
    }
    const double played = again.played(m_jobs);
    add(Help::CompilerCache, played, played * error(), 0,
        Core::tr("Attempt %1 in the same build folder made %2 of these steps (%3). The simulation uses the "
                 "times of that attempt.")
            .arg(cached.attempt)
            .arg(same)
            .arg(cacheUseText(cached.use)));
}

}

QString helpId(Help help)
{
    switch (help) {
    case Help::NoWaitForMemory:
        return QStringLiteral("no-wait-for-memory");
    case Help::CompilerCache:
        return QStringLiteral("compiler-cache");
    case Help::MoreJobs:
        break;
    }
    return QStringLiteral("more-jobs");
}

Result<MachineUse> machineUse(const QString& attemptFolder, const EdgeTimeline& timeline)
{
    MachineUse use;
    double busy = 0; // core-milliseconds
    qint64 measured = 0;
    qint64 last = timeline.begin;
    const auto read = eachSample(attemptFolder, [&](const Sample& sample) {
        const qint64 passed = std::clamp<qint64>(sample.elapsed - last, 0, longestGap);
        last = std::max(last, sample.elapsed);
        if (sample.elapsed <= timeline.begin || sample.elapsed > timeline.end)
            return;
        if (!sample.coreLoad.isEmpty()) {
            use.cores = std::max(use.cores, int(sample.coreLoad.size()));
            busy += double(passed) * std::accumulate(sample.coreLoad.begin(), sample.coreLoad.end(), 0.0);
            measured += passed;
        }
        if (!sample.gate)
            return;
        use.jobs = std::max(use.jobs, sample.gate->jobs);
        const int idle = std::min(sample.gate->heldBackCount, sample.gate->jobs - sample.gate->running);
        if (idle > 0) {
            use.heldBack += Milliseconds(passed);
            use.idleJobs += Milliseconds(passed * idle);
        }
    });
    if (!read)
        return read.error();
    use.coresBusy = measured > 0 ? busy / double(measured) : 0.0;
    return use;
}

std::optional<CachedBuild> cachedBuildInSameFolder(const AttemptStore& store, const AttemptSummary& attempt)
{
    if (attempt.record.request.buildFolder.isEmpty()) // a log of others tells of none
        return std::nullopt;
    const auto own = cacheOf(attempt.record);
    const double ownShare = own ? hitShare(*own) : 0.0;
    for (int distance = 1; distance <= mostLookedAt; ++distance) {
        for (const int number : { attempt.number + distance, attempt.number - distance }) {
            const QString folder = store.attemptFolder(number);
            if (number < 1 || !QFile::exists(AttemptFiles::edges(folder)))
                continue;
            const auto record = AttemptFiles::readRecord(folder, AttemptFiles::RecordPart::WithoutPlan);
            if (!record || record->imported
                || record->request.buildFolder != attempt.record.request.buildFolder)
                continue;
            const auto use = cacheOf(*record);
            const auto edges = readEdges(folder);
            if (!use || !edges || hitShare(*use) <= ownShare)
                continue;
            CachedBuild cached { number, *use, {} };
            for (const EdgeRecord& edge : *edges) {
                if (!edge.failed)
                    cached.times.insert(edge.output, std::max<qint64>(0, edge.end - edge.start));
            }
            return cached;
        }
    }
    return std::nullopt;
}

QVector<WouldHaveHelped> wouldHaveHelped(const MeasuredGraph& measured, const TimeSpent& spent,
    const MachineUse& use, int jobs, int physicalCores, const std::optional<CachedBuild>& cached)
{
    Estimates estimates(measured, spent, jobs);
    estimates.addMoreJobs(use, physicalCores);
    estimates.addNoWait(use);
    if (cached)
        estimates.addCached(*cached);
    return estimates.found;
}

}
