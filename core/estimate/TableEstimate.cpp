// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/TableEstimate.h"

#include "core/base/Core.h"
#include "core/config/BuildWork.h"
#include "core/config/WheelObstacles.h"
#include "core/estimate/DiskParts.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr Bytes reserve = 2 * gibibyte; // what the rest of the machine keeps
constexpr double usefulShare = 0.9; // at the end of a build jobs run out

// One range times another that has nothing to do with it: both at their worst together is less likely than
// either alone, so the spreads add as independent ones do. Never less where one of the ends grows.
Span combined(const Span& range, const QVector<Span>& factors)
{
    if (range.low <= 0 || range.high <= 0)
        return range;
    double middle = std::log(range.low) + std::log(range.high);
    double spread = std::pow(std::log(range.high / range.low), 2);
    for (const Span& factor : factors) {
        middle += std::log(factor.low) + std::log(factor.high);
        spread += std::pow(std::log(factor.high / factor.low), 2);
    }
    const double half = std::sqrt(spread) / 2;
    return { std::exp(middle / 2 - half), std::exp(middle / 2 + half) };
}

QVector<Span> timeFactors(const BuildChoice& choice, const EstimateCatalogue& catalogue)
{
    QVector<Span> factors;
    const auto add = [&factors](const WorkFactor* factor) {
        if (factor)
            factors.append(factor->time);
    };
    if (choice.isWindows())
        add(catalogue.factor(QStringLiteral("windows")));
    add(catalogue.factor(buildTypeOf(choice)));
    add(choice.facts.cpuModel.isEmpty() ? catalogue.factor(QStringLiteral("unknown-processor"))
                                        : catalogue.factorForProcessor(choice.facts.cpuModel));
    return factors;
}

std::optional<Bytes> usableMemory(const BuildChoice& choice)
{
    if (choice.request.hasGate() && choice.request.memoryLimit)
        return choice.request.memoryLimit;
    const std::optional<Bytes> total = choice.facts.memoryTotal;
    return total ? std::optional(*total > reserve ? *total - reserve : 0) : std::nullopt;
}

// As many as are asked for, and as memory lets run: few where each takes its worst, more where it takes what
// is usual.
Span jobsFor(WorkKind kind, int jobs, const BuildChoice& choice, const EstimateCatalogue& catalogue)
{
    const auto usable = usableMemory(choice);
    const JobMemory* memory = memoryOf(kind, catalogue);
    if (!usable || !memory)
        return { double(jobs), double(jobs) };
    const auto fitting = [&](double each) { return std::clamp(double(*usable) / each, 1.0, double(jobs)); };
    return { fitting(memory->bytes.high), fitting(memory->bytes.low) };
}

QString worst(const QString& one, const QString& other)
{
    static const QStringList order { QStringLiteral("low"), QStringLiteral("medium"),
        QStringLiteral("high") };
    return order.indexOf(one) < order.indexOf(other) ? one : other;
}

// What the parts rest on, each source once.
void nameSources(const BuildWork& work, Estimate& estimate)
{
    QStringList sources;
    estimate.confidence = QStringLiteral("high");
    for (const WorkItem& item : work.items) {
        for (const QString& source : item.part->source.split(QStringLiteral("; "))) {
            if (!sources.contains(source))
                sources << source;
        }
        estimate.confidence = worst(estimate.confidence, item.part->confidence);
    }
    estimate.source = sources.join(QStringLiteral("; "));
}

Span sumOf(const BuildWork& work, Span WorkPart::*member)
{
    Span sum;
    for (const WorkItem& item : work.items)
        sum += (item.part->*member).scaled(item.times);
    return sum;
}

void setRange(Estimate& estimate, const Span& range, const BuildWork& work)
{
    estimate.low = qint64(range.low);
    estimate.high = qint64(std::ceil(range.high));
    nameSources(work, estimate);
}

QString wordsOf(const BuildWork& work, const BuildChoice& choice)
{
    if (choice.isSample())
        return Core::tr("the sample project");
    const QString words = work.words.join(QStringLiteral(", "));
    return choice.releaseText.isEmpty()
        ? words + Core::tr(", a release that is not known, taken as a new one")
        : words;
}

Estimate timeEstimate(const BuildChoice& choice, const EstimateCatalogue& catalogue, const BuildWork& work)
{
    const TableTime time = timeFromTable(choice, catalogue);
    if (!time.seconds)
        return unknownEstimate(time.reason);
    Estimate estimate;
    setRange(estimate, { time.seconds->low * 1000, time.seconds->high * 1000 }, work);
    estimate.reason = time.reason;
    return estimate;
}

Estimate diskEstimate(const BuildChoice& choice, const BuildWork& work, bool treeIsThere)
{
    if (!buildFolderFromTable(choice))
        return unknownEstimate(work.unknown);
    const DiskParts parts = diskParts(choice, treeIsThere);
    Estimate estimate;
    setRange(estimate, totalOf(parts), work);
    estimate.reason = partsReason(choice.facts, parts);
    return estimate;
}

// The kind whose files take most.
WorkKind heaviest(const BuildWork& work)
{
    WorkKind kind = WorkKind::Cpp;
    for (const WorkItem& item : work.items) {
        if (item.kind == WorkKind::Sample || kind == WorkKind::Sample)
            kind = WorkKind::Sample;
        else
            kind = std::max(kind, item.kind);
    }
    return kind;
}

Estimate memoryEstimate(const BuildChoice& choice, const EstimateCatalogue& catalogue, const BuildWork& work)
{
    if (isOtherProject(choice))
        return unknownEstimate(work.unknown);
    const int jobs = choice.facts.logicalCores ? choice.request.jobsAtOnce().value_or(0) : 0;
    const WorkKind kind = heaviest(work);
    const JobMemory* light = memoryOf(kind == WorkKind::Sample ? kind : WorkKind::Cpp, catalogue);
    const JobMemory* heavy = memoryOf(kind, catalogue);
    if (jobs < 1 || !light || !heavy)
        return unknownEstimate(Core::tr("The number of processors is not known."));
    Span range { light->bytes.low * jobs, heavy->bytes.high * jobs };
    Estimate estimate;
    estimate.reason = heavy == light
        ? Core::tr("%1; %2 takes %3.")
              .arg(jobsText(jobs), light->what, spanText(qint64(light->bytes.low), qint64(light->bytes.high)))
        : Core::tr("%1; %2 usually takes %3, %4 up to %5.")
              .arg(jobsText(jobs), light->what, formatBytes(Bytes(light->bytes.low)), heavy->what,
                  formatBytes(Bytes(heavy->bytes.high)));
    const auto limit = choice.request.memoryLimit ? choice.request.memoryLimit : choice.facts.memoryTotal;
    if (choice.request.hasGate() && limit && range.high > double(*limit)) {
        // One always runs.
        const double cap = std::max(double(*limit), heavy->bytes.low);
        range = { std::min(range.low, cap), cap };
        estimate.reason += Core::tr(" What does not fit into %1 waits.").arg(formatBytes(*limit));
    }
    estimate.low = qint64(range.low);
    estimate.high = qint64(range.high);
    estimate.source = heavy == light ? light->source : light->source + QStringLiteral("; ") + heavy->source;
    estimate.confidence = worst(light->confidence, heavy->confidence);
    return estimate;
}

bool packsWheel(const BuildChoice& choice)
{
    return runsStage(choice.request, StageKind::Wheel)
        && reasonAgainstWheel(choice.request, choice.taken(), choice.facts.platform).isEmpty();
}

Estimate sizeEstimate(const BuildChoice& choice, const BuildWork& work, bool wheel)
{
    if (!work.unknown.isEmpty())
        return unknownEstimate(work.unknown);
    if (wheel && choice.isSample()) // packed by what the user added
        return unknownEstimate(Core::tr("No wheel of it was built here yet."));
    Estimate estimate;
    Span range = sumOf(work, wheel ? &WorkPart::wheel : &WorkPart::libraries);
    if (const auto catalogue = EstimateCatalogue::load(); catalogue && !choice.isSample()) {
        if (const WorkFactor* type = catalogue->factor(buildTypeOf(choice)))
            range = range.scaled({ 1, type->disk.high }); // debug information may lie beside
    }
    setRange(estimate, range, work);
    estimate.reason = choice.isSample() ? Core::tr("All its libraries.")
        : wheel                         ? Core::tr("One packed file, by the sizes of official wheels.")
                                        : Core::tr("The shared libraries, unpacked.");
    return estimate;
}

}

TableTime timeFromTable(const BuildChoice& choice, const EstimateCatalogue& catalogue)
{
    const BuildWork work = workOf(choice, catalogue);
    if (!work.unknown.isEmpty())
        return { std::nullopt, work.unknown };
    const auto cores = coresOf(choice.facts);
    const auto jobs = choice.request.jobsAtOnce();
    if (!cores || !jobs)
        return { std::nullopt, Core::tr("The number of processors is not known.") };
    Span shared;
    Span serial;
    int fewest = *jobs;
    for (const WorkItem& item : work.items) {
        const Span fitting = jobsFor(item.kind, *jobs, choice, catalogue);
        const double slow = fullCores(*cores, fitting.low, catalogue).low * usefulShare;
        const double quick = fullCores(*cores, fitting.high, catalogue).high;
        const Span amount = item.part->coreSeconds.scaled(item.times);
        shared += { amount.low / quick, amount.high / slow };
        serial += item.part->serialSeconds.scaled(item.times);
        fewest = std::min(fewest, int(fitting.low));
    }
    TableTime time;
    time.seconds = combined(shared, timeFactors(choice, catalogue));
    *time.seconds += combined(serial, timeFactors(choice, catalogue));
    const bool fewer = fewest < std::min(*jobs, cores->threads());
    time.reason
        = Core::tr("%1 on %2%3; %4.")
              .arg(jobsText(*jobs), coresText(*cores),
                  fewer ? Core::tr(", at times only %1 because memory is short").arg(fewest) : QString(),
                  wordsOf(work, choice));
    if (!choice.isSample())
        time.reason += Core::tr(" From few published times, hence the wide range; the first build here "
                                "replaces it.");
    return time;
}

std::optional<Span> buildFolderFromTable(const BuildChoice& choice)
{
    const auto catalogue = EstimateCatalogue::load();
    if (!catalogue)
        return std::nullopt;
    const BuildWork work = workOf(choice, *catalogue);
    if (!work.unknown.isEmpty())
        return std::nullopt;
    Span sum = sumOf(work, &WorkPart::disk);
    if (choice.isSample())
        return sum;
    if (const WorkFactor* type = catalogue->factor(buildTypeOf(choice)))
        sum = sum.scaled(type->disk);
    if (const WorkFactor* windows = catalogue->factor(QStringLiteral("windows"));
        windows && choice.isWindows())
        sum = sum.scaled(windows->disk);
    return sum;
}

std::optional<Span> fetchedTree(const BuildChoice& choice)
{
    const auto catalogue = EstimateCatalogue::load();
    const TreeSize* tree = catalogue ? catalogue->tree(sourceKindId(choice.request.source.kind)) : nullptr;
    if (!tree || leavesOut(choice.request, StageKind::Fetch))
        return std::nullopt;
    return tree->bytes;
}

BuildEstimate estimateFromTable(const BuildChoice& choice, bool treeIsThere)
{
    BuildEstimate estimate;
    estimate.makesWheel = packsWheel(choice);
    const auto catalogue = EstimateCatalogue::load();
    if (!catalogue) {
        const Estimate none = unknownEstimate(catalogue.error().message);
        estimate.time = estimate.disk = estimate.memory = estimate.size = none;
        return estimate;
    }
    const BuildWork work = workOf(choice, *catalogue);
    estimate.time = timeEstimate(choice, *catalogue, work);
    estimate.disk = diskEstimate(choice, work, treeIsThere);
    estimate.memory = memoryEstimate(choice, *catalogue, work);
    estimate.size = sizeEstimate(choice, work, estimate.makesWheel);
    return estimate;
}

}
