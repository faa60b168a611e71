// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/EarlierBuild.h"

#include "core/attempt/EarlierTimes.h"
#include "core/estimate/FolderWork.h"
#include "core/estimate/SourceFetch.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "core/store/FailedSteps.h"
#include "core/store/StageStanding.h"

#include <QDir>
#include <QHash>
#include <QMap>

#include <algorithm>
#include <functional>

namespace torchmason {

namespace {

constexpr int mostLookedAt = 60;
constexpr double leastDone = 0.5; // of the steps of an unfinished build, that it says something of the whole

using Records = QHash<int, AttemptRecord>;

// "Intel(R) Core(TM) i9-14900F, 32": attempts may have been copied from another machine, or the home folder
// was taken along to a new one.
QString processorOf(const BuildRequest& request)
{
    if (!request.hostFacts.is_object())
        return {};
    JsonReader reader(request.hostFacts, QStringLiteral("hostFacts"));
    return QStringLiteral("%1, %2").arg(
        reader.string("cpuModel", QString()), QString::number(reader.integer("logicalCores", 0)));
}

bool decidesOnWork(const QString& name)
{
    if (name == QLatin1String("USE_CCACHE"))
        return false;
    return name.startsWith(QLatin1String("USE_")) || name.startsWith(QLatin1String("BUILD_"))
        || name == QLatin1String("TORCH_CUDA_ARCH_LIST") || name == QLatin1String("CMAKE_BUILD_TYPE")
        || name == QLatin1String("DEBUG") || name == QLatin1String("TOUR_SIZE");
}

// What is set to its default is as good as not set.
void take(QMap<QString, QString>& values, const QString& name, const QString& value)
{
    const auto catalogue = OptionCatalogue::load();
    const OptionInfo* option = catalogue ? catalogue->option(name) : nullptr;
    const bool isBool = option && option->kind == QLatin1String("bool");
    const auto plain = [isBool](const QString& text) {
        return isBool ? QString::number(int(isCMakeTrue(text))) : text.simplified();
    };
    if (!option || plain(value) != plain(OptionCatalogue::defaultFor(*option, hostPlatform())))
        values.insert(name, plain(value));
}

QMap<QString, QString> workOptions(const BuildRequest& request)
{
    QMap<QString, QString> values;
    for (const EnvironmentValue& variable : request.configuration.environment) {
        if (variable.value && decidesOnWork(variable.name))
            take(values, variable.name, *variable.value);
    }
    for (const FlagValue& flag : request.configuration.flags) {
        if (decidesOnWork(flag.name))
            take(values, flag.name, flag.value);
    }
    return values;
}

// The same for builds of one tree and targets on one processor: the time of one says something about the
// other.
QString treeKey(const BuildRequest& request)
{
    return QStringList { comparableTree(request), request.targets.join(u' '), processorOf(request) }.join(
        u'\n');
}

bool isSameTree(const BuildRequest& one, const BuildRequest& other)
{
    return !processorOf(one).isEmpty() && treeKey(one) == treeKey(other);
}

QString compilerOf(const BuildRequest& request)
{
    return comparableBuild(request).section(QLatin1Char('|'), 3);
}

QVector<int> newestNumbers(const QString& folder)
{
    QVector<int> numbers;
    for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (const int number = name.toInt(); number > 0)
            numbers << number;
    }
    std::sort(numbers.begin(), numbers.end(), std::greater<>());
    return numbers.mid(0, mostLookedAt);
}

const StageResult* stageOf(const AttemptRecord& record, StageKind kind)
{
    return stageNamed(record.stages, stageKindId(kind));
}

// What an attempt took of a build.
struct OwnTimes {
    Milliseconds compile { 0 };
    Milliseconds fetch { 0 }; // where something was downloaded, or failed to come
    Milliseconds others { 0 };
    bool hasFetched = false;

    // As the attempt itself tells what it took, with the moments between its stages, which are many of a
    // small build. Stages may have run while the source came.
    Milliseconds rest(const std::optional<Milliseconds>& whole) const
    {
        if (!whole)
            return others;
        return std::max(hasFetched ? others : Milliseconds(0), *whole - compile - fetch);
    }
};

// nullopt where it is not known how long it compiled, as after the runner was killed.
std::optional<OwnTimes> timesOf(const AttemptRecord& record, const QString& attemptFolder)
{
    OwnTimes times;
    for (const StageResult& stage : record.stages) {
        const bool hasRun = stage.state == StageState::Succeeded || stage.state == StageState::Failed
            || stage.state == StageState::Stopped;
        if (stage.id == stageKindId(StageKind::Compile)) {
            if (!stage.duration && !hasRun && stage.state != StageState::Running)
                continue; // it ended before
            if (!stage.duration)
                return std::nullopt;
            times.compile = *stage.duration;
        } else if (hasRun && stage.id == stageKindId(StageKind::Fetch)
            && (stage.state != StageState::Succeeded || hasDownloaded(record, attemptFolder))) {
            times.hasFetched = true;
            times.fetch = stage.duration.value_or(Milliseconds(0));
        } else if (hasRun) {
            times.others += stage.duration.value_or(Milliseconds(0));
        }
    }
    return times;
}

bool addTimes(const AttemptRecord& record, const AttemptStore& store, EarlierBuild& build)
{
    const auto times = timesOf(record, store.attemptFolder(record.number));
    if (!times)
        return false;
    build.compile += times->compile;
    build.rest += times->rest(record.duration);
    build.hasFetched = build.hasFetched || times->hasFetched;
    build.steps += stepsDone(record).value_or(0);
    if (record.peakMemory)
        build.peakMemory = std::max(build.peakMemory.value_or(0), *record.peakMemory);
    return true;
}

// Configuring may have been an attempt of its own.
Milliseconds configureTime(const BuildRequest& request, const Records& records)
{
    int newest = 0;
    Milliseconds time { 0 };
    for (auto record = records.begin(); record != records.end(); ++record) {
        const StageResult* stage = stageOf(*record, StageKind::Configure);
        if (record.key() > newest && stage && stage->state == StageState::Succeeded && stage->duration
            && isSameTree(record->request, request) && differingOptions(record->request, request).isEmpty()) {
            newest = record.key();
            time = *stage->duration;
        }
    }
    return time;
}

bool hasConfigured(const AttemptRecord& record)
{
    const StageResult* stage = stageOf(record, StageKind::Configure);
    return stage && stage->duration;
}

bool hasCompiled(const AttemptRecord& record, Unfinished unfinished)
{
    const StageResult* compile = stageOf(record, StageKind::Compile);
    if (!compile)
        return false;
    const bool isUnfinished = compile->state == StageState::Failed || compile->state == StageState::Stopped;
    return compile->state == StageState::Succeeded
        || (unfinished == Unfinished::Take && isUnfinished && record.edgesTotal);
}

// The attempt, which hasCompiled(), and those that it went on with, back to the last one that ended well.
std::optional<EarlierBuild> buildOf(const AttemptRecord& last, const Records& records,
    const QHash<int, qint64>& stepsBefore, const AttemptStore& store)
{
    const StageResult* compile = stageOf(last, StageKind::Compile);
    EarlierBuild build;
    build.isUnfinished = compile->state != StageState::Succeeded;
    build.number = last.number;
    build.request = last.request;
    build.work = workKey(last.request);
    build.cache = compile->cache;
    build.wheels = last.wheels;
    build.folderSize = last.buildFolderSize;
    build.productsSize = last.productsSize;
    if (!addTimes(last, store, build))
        return std::nullopt;
    bool configured = hasConfigured(last);
    int first = last.number;
    std::optional<int> before = last.request.continuesAttempt;
    for (int i = 0; before && i < mostLookedAt && records.contains(*before); ++i) {
        const AttemptRecord& record = records[*before];
        if (!isSameTree(last.request, record.request) || !goesOnWith(last, record)
            || !addTimes(record, store, build))
            break;
        configured = configured || hasConfigured(record);
        build.isChain = true;
        first = *before;
        before = record.request.continuesAttempt;
        if (record.request.clean)
            break; // what was compiled before it is gone
    }
    const qint64 left = build.isUnfinished ? last.edgesTotal.value_or(0) - stepsDone(last).value_or(0) : 0;
    const qint64 steps = build.steps + std::max<qint64>(0, left);
    if (steps == 0 || FolderWork::isPart(steps, stepsBefore.value(first)))
        return std::nullopt;
    build.done = double(build.steps) / double(steps);
    if (build.done < leastDone)
        return std::nullopt;
    if (!configured)
        build.rest += configureTime(last.request, records);
    return build;
}

void leaveOutPartial(QVector<EarlierBuild>& builds)
{
    QHash<QString, qint64> most; // steps, by work
    for (const EarlierBuild& build : std::as_const(builds)) {
        if (!build.isUnfinished)
            most[build.work] = std::max(most.value(build.work), build.steps);
    }
    builds.removeIf([&most](const EarlierBuild& build) { // by what it would have done at its end
        return FolderWork::isPart(qint64(double(build.steps) / build.done), most.value(build.work));
    });
}

QVector<EarlierBuild> buildsOf(const AttemptStore& store, Unfinished unfinished,
    const std::function<bool(const BuildRequest&)>& isWanted)
{
    Records records;
    const QVector<int> numbers = newestNumbers(store.folder());
    for (const int number : numbers) {
        auto record
            = AttemptFiles::readRecord(store.attemptFolder(number), AttemptFiles::RecordPart::WithoutPlan);
        if (!record || record->imported || !isWanted(record->request))
            continue;
        record->number = number; // the folder's name counts
        records.insert(number, std::move(record).value());
    }
    QHash<QString, FolderWork> folders; // by tree
    QHash<int, qint64> stepsBefore;
    for (auto number = numbers.crbegin(); number != numbers.crend(); ++number) {
        if (const auto record = records.constFind(*number); record != records.cend())
            stepsBefore.insert(*number, folders[treeKey(record->request)].take(*record));
    }
    QVector<EarlierBuild> builds;
    for (const int number : numbers) {
        const auto record = records.constFind(number);
        if (record == records.cend() || !hasCompiled(*record, unfinished))
            continue;
        if (const auto build = buildOf(*record, records, stepsBefore, store))
            builds.append(*build);
    }
    leaveOutPartial(builds);
    return builds;
}

}

bool goesOnWith(const AttemptRecord& later, const AttemptRecord& before)
{
    return before.state != AttemptState::Succeeded && before.request.buildFolder == later.request.buildFolder
        && !later.request.clean && differingOptions(before.request, later.request).isEmpty();
}

QStringList differingOptions(const BuildRequest& one, const BuildRequest& other)
{
    const QMap<QString, QString> left = workOptions(one);
    const QMap<QString, QString> right = workOptions(other);
    QStringList names;
    for (auto entry = left.begin(); entry != left.end(); ++entry) {
        if (!right.contains(entry.key()) || right.value(entry.key()) != *entry)
            names << entry.key();
    }
    for (auto entry = right.begin(); entry != right.end(); ++entry) {
        if (!left.contains(entry.key()))
            names << entry.key();
    }
    names.sort();
    if (names.isEmpty() && compilerOf(one) != compilerOf(other))
        names << QStringLiteral("compiler");
    return names;
}

double EarlierBuild::cachedShare() const
{
    const qint64 asked = cache ? cache->hits + cache->misses : 0;
    return asked > 0 ? double(cache->hits) / double(asked) : 0;
}

Bytes EarlierBuild::sizeOfWheels() const
{
    Bytes size = 0;
    for (const WheelRecord& made : wheels)
        size += made.size;
    return size;
}

QVector<EarlierBuild> earlierBuilds(
    const AttemptStore& store, const BuildRequest& request, Unfinished unfinished)
{
    return buildsOf(
        store, unfinished, [&request](const BuildRequest& other) { return isSameTree(other, request); });
}

QVector<EarlierBuild> earlierBuilds(const AttemptStore& store)
{
    return buildsOf(store, Unfinished::LeaveOut,
        [](const BuildRequest& request) { return !processorOf(request).isEmpty(); });
}

QHash<QString, BuiltFolder> builtFolders(const QVector<EarlierBuild>& builds)
{
    QHash<QString, BuiltFolder> folders;
    for (const EarlierBuild& build : builds) {
        if (build.isUnfinished || !build.folderSize || folders.contains(build.work))
            continue;
        // Where a wheel is packed, the wheel and copies of what is in it may lie in the source tree.
        const Bytes wheels = build.sizeOfWheels();
        folders.insert(build.work,
            { .folder = build.request.buildFolder,
                .size = *build.folderSize,
                .beside = wheels > 0 ? wheels + build.productsSize.value_or(0) : 0 });
    }
    return folders;
}

QString workKey(const BuildRequest& request)
{
    QStringList parts { treeKey(request), compilerOf(request) };
    const QMap<QString, QString> options = workOptions(request);
    for (auto option = options.begin(); option != options.end(); ++option)
        parts << option.key() + u'=' + option.value();
    return parts.join(u'\n');
}

}
