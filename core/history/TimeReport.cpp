// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/TimeReport.h"

#include "core/base/Core.h"
#include "core/detect/HostFacts.h"
#include "core/store/StageStanding.h"

#include <numeric>

namespace torchmason {

Result<TimeReport> timeReport(const AttemptSummary& attempt, int most, const AttemptStore& store)
{
    const BuildRequest& request = attempt.record.request;
    const auto edges = readEdges(attempt.folder);
    if (!edges)
        return edges.error();
    const EdgeTimeline timeline = timelineOf(countedSteps(*edges, attempt.record));
    TimeReport report;
    report.spent = timeSpent(timeline, most, request.jobsAtOnce());
    if (timeline.edges.isEmpty())
        return report;
    auto use = machineUse(attempt.folder, timeline);
    if (!use)
        return use.error();
    report.use = std::move(use).value();
    if (attempt.record.imported) {
        report.notMeasured
            = Core::tr("The attempt was imported, so there is no build.ninja that says what waits for what.");
        return report;
    }
    auto measured = measuredGraph(timeline, request.buildFolder, request.targets);
    if (!measured) {
        report.notMeasured = measured.error().message;
        return report;
    }
    report.measured = std::move(measured).value();
    report.chain = longestChain(*report.measured);
    for (const int node : std::as_const(report.chain))
        report.chainTime += Milliseconds(qint64(report.measured->work.left[node]));
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    const int jobs = report.use.jobs > 0 ? report.use.jobs : request.jobs.value_or(timeline.lanes);
    report.helps = wouldHaveHelped(*report.measured, report.spent, report.use, jobs,
        facts ? facts->physicalCores.value_or(0) : 0, cachedBuildInSameFolder(store, attempt));
    return report;
}

QString sharePercent(Milliseconds part, Milliseconds whole)
{
    if (whole.count() <= 0)
        return QStringLiteral("-");
    const double percent = 100.0 * double(part.count()) / double(whole.count());
    return percent > 0 && percent < 0.1 ? Core::tr("under 0.1 %")
                                        : QStringLiteral("%1 %").arg(percent, 0, 'f', 1);
}

QString helpText(const WouldHaveHelped& help)
{
    return help.help == Help::MoreJobs     ? Core::tr("%1 jobs").arg(help.jobs)
        : help.help == Help::CompilerCache ? Core::tr("a filled compiler cache")
                                           : Core::tr("no waiting for memory");
}

namespace {

// Why more steps ran than there are jobs, where the times show it: of those at the gate there were no more.
bool needNoJob(const TimeSpent& spent, int jobs)
{
    return spent.mostAtOnce > jobs && spent.atGateAtOnce > 0 && spent.atGateAtOnce <= jobs;
}

QString idleSentence(const TimeSpent& spent)
{
    const QString time = formatDuration(spent.halfIdle);
    const QString share = sharePercent(spent.halfIdle, spent.span);
    const int half = (spent.expectedAtOnce + 1) / 2;
    return half > 1 ? Core::tr("For %1 (%2 of the time) fewer than %3 steps ran.").arg(time, share).arg(half)
                    : Core::tr("For %1 (%2 of the time) no step ran.").arg(time, share);
}

int stepsIn(const QVector<TimeShare>& shares)
{
    return std::accumulate(
        shares.begin(), shares.end(), 0, [](int sum, const TimeShare& share) { return sum + share.steps; });
}

}

QStringList timeSentences(const TimeReport& report, const AttemptRecord& record)
{
    const TimeSpent& spent = report.spent;
    // The header of one that runs knows of steps that are recorded later.
    const QString took = record.state == AttemptState::Running
        ? Core::tr("The steps recorded so far, %L1, took %2; one after the other they would have taken %3.")
        : Core::tr("%L1 steps took %2; one after the other they would have taken %3.");
    QStringList sentences {
        took.arg(spent.steps).arg(formatDuration(spent.span), formatDuration(spent.work))
    };
    if (spent.failed > 0) // the header counts as done what ended well
        sentences << Core::tr("%L1 of them failed, and %L2 ended well.")
                         .arg(spent.failed)
                         .arg(spent.steps - spent.failed);
    sentences << Core::tr("On average %1 steps ran at the same time, and %2 at most.")
                     .arg(spent.meanAtOnce, 0, 'f', 1)
                     .arg(spent.mostAtOnce);
    if (spent.halfIdle >= Milliseconds(50)) // else "for 0.0 s"
        sentences << idleSentence(spent);
    if (const auto jobs = record.request.jobsAtOnce(); jobs && needNoJob(spent, *jobs))
        sentences << Core::tr(
            "The number of jobs was %1. More steps ran at times: those that do not ask the memory gate, such "
            "as code generation, need no job.")
                         .arg(*jobs);
    if (report.use.coresBusy > 0)
        sentences << Core::tr("On average %1 of %2 cores were busy, other programs included.")
                         .arg(report.use.coresBusy, 0, 'f', 1)
                         .arg(report.use.cores);
    if (spent.heldBack && spent.heldBackSteps == 0 && spent.restarted == 0)
        sentences << Core::tr("The memory gate held back no step.");
    else if (spent.heldBack)
        sentences << Core::tr(
            "Steps that the memory gate held back: %L1, together for %2. Steps that it started again: %L3.")
                         .arg(spent.heldBackSteps)
                         .arg(formatDuration(*spent.heldBack))
                         .arg(spent.restarted);
    sentences << cacheLines(record);
    sentences << Core::tr("Times and shares of kinds, targets and folders add up the times of their steps, "
                          "also where steps ran at the same time.");
    if (stepsIn(spent.targets) < spent.steps)
        sentences << Core::tr("Steps that belong to no target, such as code generation, are in no row of the "
                              "targets.");
    return sentences;
}

QString chainSentence(const TimeReport& report)
{
    if (!report.measured)
        return Core::tr("The longest chain and what would have helped are not known. %1")
            .arg(report.notMeasured);
    if (report.chain.size() == 1)
        return Core::tr("No step waited long for another one. However many jobs there are, the steps take at "
                        "least as long as this one: %1.")
            .arg(formatDuration(report.chainTime));
    return Core::tr("The longest chain is %L1 steps that wait for each other. However many jobs there are, "
                    "the steps take at least as long as these: %2.")
        .arg(report.chain.size())
        .arg(formatDuration(report.chainTime));
}

}
