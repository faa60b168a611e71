// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/ResultSummary.h"

#include "core/base/WholeFile.h"
#include "core/estimate/EarlierBuild.h"
#include "core/history/EdgeTimeline.h"
#include "core/history/TimeSpent.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "core/store/OnlyInstall.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr qsizetype mostParts = 3;

int percentOf(Milliseconds part, Milliseconds whole)
{
    return int(std::lround(100.0 * double(part.count()) / double(std::max<qint64>(1, whole.count()))));
}

// Steps run beside each other, so a target's time on the clock is its share of what all steps took.
void addTargets(
    const StageResult& compile, const TimeSpent& spent, Milliseconds whole, QVector<TimePart>& parts)
{
    for (const TimeShare& share : spent.targets.mid(0, mostParts)) {
        const double part = double(share.time.count()) / double(spent.work.count());
        const Milliseconds time(qint64(part * double(compile.duration->count())));
        parts.append({ compile.id, share.name, share.steps, time, percentOf(time, whole) });
    }
}

QVector<TimePart> longestParts(const AttemptRecord& record, const QString& attemptFolder)
{
    const auto edges = readEdges(attemptFolder);
    const TimeSpent spent = edges ? timeSpent(timelineOf(countedSteps(*edges, record)), 0)
                                  : TimeSpent(); // unreadable is as good as none
    const Milliseconds whole = record.duration.value_or(Milliseconds(0));
    QVector<TimePart> parts;
    for (const StageResult& stage : record.stages) {
        if (!stage.duration || stage.state == StageState::Skipped)
            continue;
        if (stage.id == stageKindId(StageKind::Compile) && !spent.targets.isEmpty() && spent.work.count() > 0)
            addTargets(stage, spent, whole, parts);
        else
            parts.append({ stage.id, {}, 0, *stage.duration, percentOf(*stage.duration, whole) });
    }
    std::stable_sort(parts.begin(), parts.end(),
        [](const TimePart& one, const TimePart& other) { return one.time > other.time; });
    return parts.mid(0, mostParts);
}

std::optional<EarlierSuccess> earlierSuccess(const AttemptRecord& record, const AttemptStore& store)
{
    const QVector<EarlierBuild> builds = earlierBuilds(store, record.request);
    const auto own = std::find_if(builds.begin(), builds.end(),
        [&record](const EarlierBuild& build) { return build.number == record.number; });
    if (own == builds.end() || own + 1 == builds.end()) // the newest first
        return std::nullopt;
    const EarlierBuild& before = *(own + 1);
    return EarlierSuccess { before.number, own->time() - before.time(), before.time(), own->isChain,
        differingOptions(before.request, record.request), own->hasFetched || before.hasFetched,
        before.isChain };
}

// The lines about the whole; those about single files are many.
QStringList checksIn(const QString& logFile)
{
    static const char* const beginnings[] = { "torch ", "torch.compile works", "It multiplies on ",
        "multiplies on ", "Warning: ", "Checked ", "Nothing was linked" };
    constexpr qint64 mostRead = 256 * 1024;
    QStringList checks;
    for (const QByteArray& line : readEnd(logFile, mostRead).split('\n')) {
        const QByteArray text = line.trimmed();
        if (std::any_of(std::begin(beginnings), std::end(beginnings),
                [&text](const char* beginning) { return text.startsWith(beginning); }))
            checks << QString::fromUtf8(text);
    }
    checks.removeDuplicates();
    return checks;
}

}

QStringList checksOf(const AttemptRecord& record, const QString& attemptFolder)
{
    const StageKind kind = installsOnly(record) ? StageKind::Install : StageKind::Verify;
    return checksIn(AttemptFiles::log(attemptFolder, stageKindId(kind)));
}

ResultSummary resultSummary(const AttemptRecord& record, const QString& attemptFolder)
{
    ResultSummary summary;
    summary.longest = longestParts(record, attemptFolder);
    if (!record.imported)
        summary.earlier = earlierSuccess(record, AttemptStore(QFileInfo(attemptFolder).path()));
    for (const Finding& finding : AttemptFiles::readFindings(attemptFolder)) {
        if (!summary.findingTitles.contains(finding.title))
            summary.findingTitles << finding.title;
    }
    summary.checks = checksOf(record, attemptFolder);
    return summary;
}

}
