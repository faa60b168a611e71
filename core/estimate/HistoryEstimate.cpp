// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/HistoryEstimate.h"

#include "core/base/Core.h"
#include "core/base/JoinedList.h"
#include "core/config/BuildWork.h"
#include "core/estimate/DiskParts.h"
#include "core/estimate/TableEstimate.h"
#include "core/stages/GateLaunchers.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr qsizetype mostNamed = 4;
constexpr double warmFrom = 0.5; // of the compilations: from then on a cache counts as filled

const Span sameAgain { 0.92, 1.12 }; // one and the same build, done again
const Span otherJobs { 0.8, 1.25 };
const Span otherOptions { 0.6, 1.6 };

QString attemptsText(const QVector<EarlierBuild>& builds)
{
    QStringList numbers;
    for (const EarlierBuild& build : builds)
        numbers << QString::number(build.number);
    if (numbers.size() > mostNamed)
        return Core::tr("attempts %1 and %2 more", "attempts 9, 8, 7, 6 and 3 more")
            .arg(numbers.mid(0, mostNamed).join(QLatin1String(", ")))
            .arg(numbers.size() - mostNamed);
    if (numbers.size() == 1)
        return Core::tr("attempt %1").arg(numbers.first());
    return Core::tr("attempts %1", "attempts 7, 6 and 1").arg(joinedList(numbers));
}

double middleOf(const Span& span)
{
    return (span.low + span.high) / 2;
}

// How much of the compilations will come out of the cache, and what one that does takes.
struct CacheOutlook {
    Span share { 0, 0 };
    double hitCost = 0.1;
    QString words;
};

CacheOutlook outlookOf(const BuildChoice& choice, const EarlierBuild& newest)
{
    CacheOutlook outlook;
    if (const auto catalogue = EstimateCatalogue::load()) {
        if (const WorkFactor* cached = catalogue->factor(QStringLiteral("cached")))
            outlook.hitCost = middleOf(cached->time);
    }
    const bool isAsked = compilerCache(choice.request, choice.taken(), choice.facts.platform).isCache();
    const double share = newest.cachedShare();
    if (!isAsked) {
        if (share > 0)
            outlook.words = Core::tr(" That attempt used a compiler cache; this build does not.");
        return outlook;
    }
    if (!newest.cache)
        return outlook;
    if (share >= warmFrom) {
        outlook.share = { share * 0.95, std::min(1.0, share * 1.02) };
        outlook.words = Core::tr(" %1 % of it came from the compiler cache.").arg(int(share * 100));
    } else {
        outlook.share = { 0, 0.98 };
        outlook.words = Core::tr(" It filled the compiler cache: what is still in there takes about a "
                                 "tenth.");
    }
    return outlook;
}

double leftAfterCache(double share, double hitCost)
{
    return 1 - share * (1 - hitCost);
}

// The time of an earlier build with other jobs and another share of the cache, in seconds.
Span scaledTime(const EarlierBuild& build, const BuildChoice& choice, const CacheOutlook& outlook)
{
    double compile = double(build.compile.count()) / 1000;
    const auto cores = coresOf(choice.facts);
    const auto catalogue = EstimateCatalogue::load();
    const int then = build.request.jobsAtOnce().value_or(0);
    const int now = choice.request.jobsAtOnce().value_or(0);
    if (cores && catalogue && then > 0 && now > 0)
        compile
            *= middleOf(fullCores(*cores, then, *catalogue)) / middleOf(fullCores(*cores, now, *catalogue));
    compile /= leftAfterCache(build.cachedShare(), outlook.hitCost);
    const double rest = double(build.rest.count()) / 1000;
    return { rest + compile * leftAfterCache(outlook.share.high, outlook.hitCost),
        rest + compile * leftAfterCache(outlook.share.low, outlook.hitCost) };
}

void setRange(Estimate& estimate, const Span& range, const QString& confidence, const QString& source)
{
    estimate.low = qint64(range.low);
    estimate.high = qint64(range.high);
    estimate.confidence = confidence;
    estimate.source = source;
    estimate.isOwnHistory = true;
}

// As a sentence begins with it.
QString nameOf(const EarlierBuild& build)
{
    return (build.isChain ? Core::tr("Attempt %1 with those it continued") : Core::tr("Attempt %1"))
        .arg(build.number);
}

QString tookText(const EarlierBuild& build)
{
    const int jobs = build.request.jobsAtOnce().value_or(0);
    QString text = (build.hasFetched ? Core::tr("%1 took %2%3, without fetching") : Core::tr("%1 took %2%3"))
                       .arg(nameOf(build), formatDuration(build.time()),
                           jobs > 0 ? Core::tr(" with %1").arg(jobsText(jobs)) : QString());
    if (build.isUnfinished)
        text += Core::tr(", and was at %1 % of its steps when it ended").arg(int(build.done * 100));
    return text;
}

void takeTime(Estimate& time, const BuildChoice& choice, const QVector<EarlierBuild>& same)
{
    const EarlierBuild& newest = same.first();
    const CacheOutlook outlook = outlookOf(choice, newest);
    const int now = choice.request.jobsAtOnce().value_or(0);
    bool jobsDiffer = false;
    Span range = scaledTime(newest, choice, outlook);
    for (const EarlierBuild& build : same) {
        const Span each = scaledTime(build, choice, outlook);
        range = { std::min(range.low, each.low), std::max(range.high, each.high) };
        jobsDiffer = jobsDiffer || build.request.jobsAtOnce().value_or(0) != now;
    }
    const Span& margin = jobsDiffer ? otherJobs : sameAgain;
    setRange(time, range.scaled({ margin.low * 1000, margin.high * 1000 }),
        jobsDiffer ? QStringLiteral("medium") : QStringLiteral("high"), attemptsText(same));
    time.reason = tookText(newest);
    const bool newestDiffers = newest.request.jobsAtOnce().value_or(0) != now;
    time.reason += newestDiffers ? Core::tr("; this one has %1.").arg(jobsText(now)) : QStringLiteral(".");
    time.reason += outlook.words;
    if (same.size() > 1)
        time.reason += Core::tr(" The range comes from %1.").arg(attemptsText(same));
}

// What compiling all would have taken, as if the rest went on like the part that was done.
Milliseconds wholeCompile(const EarlierBuild& build)
{
    return build.isUnfinished ? Milliseconds(std::llround(double(build.compile.count()) / build.done))
                              : build.compile;
}

// The part that was done took as long as it did.
void takeUnfinishedTime(Estimate& time, const BuildChoice& choice, const EarlierBuild& build)
{
    const CacheOutlook outlook = outlookOf(choice, build);
    EarlierBuild whole = build;
    whole.compile = wholeCompile(build);
    Span range = scaledTime(whole, choice, outlook).scaled(otherOptions);
    range.low = std::max(range.low, scaledTime(build, choice, outlook).low);
    setRange(time, range.scaled({ 1000, 1000 }), QStringLiteral("low"), attemptsText({ build }));
    time.reason = tookText(build) + Core::tr("; the range is wide because the rest may be slower or faster.")
        + outlook.words;
}

// A whole build takes at least as much.
void takeUnfinishedMemory(Estimate& memory, const BuildChoice& choice, const EarlierBuild& build)
{
    const int now = choice.request.jobsAtOnce().value_or(0);
    const int then = build.request.jobsAtOnce().value_or(0);
    if (!memory.isKnown() || !build.peakMemory || then == 0 || now < then)
        return;
    qint64 least = qint64(*build.peakMemory);
    if (choice.request.hasGate() && choice.request.memoryLimit)
        least = std::min(least, qint64(*choice.request.memoryLimit));
    if (*memory.low >= least)
        return;
    memory.low = least;
    memory.high = std::max(*memory.high, *memory.low);
    memory.reason += Core::tr(" At least as much as attempt %1 had used when it ended.").arg(build.number);
}

// The table knows both builds: it is wrong about this machine by the same share each time.
bool takeOtherTime(Estimate& time, const BuildChoice& choice, const EarlierBuild& build)
{
    const auto catalogue = EstimateCatalogue::load();
    if (!catalogue)
        return false;
    const BuildChoice then = chooseBuild(choice.facts, choice.profile, build.request, BuildTime::Past);
    const TableTime wanted = timeFromTable(choice, *catalogue);
    const TableTime told = timeFromTable(then, *catalogue);
    if (!wanted.seconds || !told.seconds)
        return false;
    const double ratio = middleOf(*wanted.seconds) / middleOf(*told.seconds);
    CacheOutlook cold;
    const double cached = leftAfterCache(build.cachedShare(), cold.hitCost);
    const double seconds
        = (double(build.rest.count()) + double(wholeCompile(build).count()) / cached) / 1000 * ratio;
    setRange(time, { seconds * otherOptions.low * 1000, seconds * otherOptions.high * 1000 },
        build.isUnfinished ? QStringLiteral("low") : QStringLiteral("medium"),
        Core::tr("attempt %1; ").arg(build.number) + time.source);
    time.reason = Core::tr("%1, with other options (%2); how much these change is estimated.")
                      .arg(tookText(build),
                          differingOptions(build.request, choice.request).join(QLatin1String(", ")));
    return true;
}

void takeMemory(Estimate& memory, const BuildChoice& choice, const QVector<EarlierBuild>& same)
{
    const int now = choice.request.jobsAtOnce().value_or(0);
    std::optional<Span> range;
    const EarlierBuild* first = nullptr;
    for (const EarlierBuild& build : same) {
        if (!build.peakMemory)
            continue;
        first = first ? first : &build;
        const auto peak = double(*build.peakMemory);
        const int then = build.request.jobsAtOnce().value_or(0);
        const double scaled = then > 0 && now > 0 ? peak * now / then : peak;
        const Span each { std::min(peak, scaled), std::max(peak, scaled) };
        range = range ? Span { std::min(range->low, each.low), std::max(range->high, each.high) } : each;
    }
    if (!range)
        return;
    Span sure = range->scaled({ 0.85, 1.15 });
    if (choice.request.hasGate() && choice.request.memoryLimit)
        sure = { std::min(sure.low, double(*choice.request.memoryLimit)),
            std::min(sure.high, double(*choice.request.memoryLimit)) };
    setRange(memory, sure, QStringLiteral("high"), attemptsText(same));
    memory.reason = Core::tr("%1 took %2 with %3.")
                        .arg(nameOf(*first), formatBytes(first->peakMemory),
                            jobsText(std::max(1, first->request.jobsAtOnce().value_or(1))));
}

// The range is that of diskParts(), which knows the same build.
void takeDisk(Estimate& disk, const BuildChoice& choice, const QVector<EarlierBuild>& same, bool treeIsThere)
{
    for (const EarlierBuild& build : same) {
        if (!build.folderSize)
            continue;
        QString reason = Core::tr("The build folder of attempt %1 took %2")
                             .arg(build.number)
                             .arg(formatBytes(build.folderSize));
        if (const Bytes beside = choice.facts.builtFolders.value(build.work).beside; beside > 0)
            reason += Core::tr("; packing the wheel may write %1 beside it").arg(formatBytes(beside));
        const DiskParts parts = diskParts(choice, treeIsThere);
        DiskParts besides = parts;
        besides.removeIf([](const DiskPart& part) { return part.role == QLatin1String("build"); });
        if (!besides.isEmpty())
            reason += Core::tr("; besides %1").arg(partsText(besides));
        setRange(disk, totalOf(parts), QStringLiteral("medium"), Core::tr("attempt %1").arg(build.number));
        disk.reason = reason + QLatin1Char('.');
        return;
    }
}

Bytes sizeOf(const EarlierBuild& build, bool wheel)
{
    if (wheel)
        return build.sizeOfWheels();
    return build.productsSize.value_or(0);
}

void takeSize(BuildEstimate& estimate, const QVector<EarlierBuild>& same)
{
    for (const EarlierBuild& build : same) {
        const Bytes size = sizeOf(build, estimate.makesWheel);
        if (size == 0)
            continue;
        setRange(estimate.size, { double(size) * 0.95, double(size) * 1.05 }, QStringLiteral("high"),
            Core::tr("attempt %1").arg(build.number));
        estimate.size.reason
            = (estimate.makesWheel ? Core::tr("The wheel of attempt %1 takes %2.")
                                   : Core::tr("The libraries and programs of attempt %1 take %2."))
                  .arg(QString::number(build.number), formatBytes(size));
        return;
    }
}

}

void takeHistory(
    BuildEstimate& estimate, const BuildChoice& choice, const QVector<EarlierBuild>& builds, bool treeIsThere)
{
    if (!runsStage(choice.request, StageKind::Compile))
        return;
    QVector<EarlierBuild> same;
    const EarlierBuild* unfinished = nullptr; // with the same options, the newest
    for (const EarlierBuild& build : builds) {
        if (!differingOptions(build.request, choice.request).isEmpty())
            continue;
        if (!build.isUnfinished)
            same.append(build);
        else if (!unfinished)
            unfinished = &build;
    }
    if (same.isEmpty() && unfinished) {
        takeUnfinishedTime(estimate.time, choice, *unfinished);
        takeUnfinishedMemory(estimate.memory, choice, *unfinished);
        return;
    }
    if (same.isEmpty()) {
        const auto takeOther = [&](bool isUnfinished) {
            return std::any_of(builds.begin(), builds.end(), [&](const EarlierBuild& build) {
                return build.isUnfinished == isUnfinished && takeOtherTime(estimate.time, choice, build);
            });
        };
        static_cast<void>(takeOther(false) || takeOther(true));
        return;
    }
    takeTime(estimate.time, choice, same);
    takeMemory(estimate.memory, choice, same);
    takeDisk(estimate.disk, choice, same, treeIsThere);
    takeSize(estimate, same);
}

}
