// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/EarlierBuild.h"

#include "core/estimate/SameWork.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptLines.h"

#include <QDir>
#include <QFile>
#include <QHash>

#include <algorithm>
#include <functional>

namespace torchmason {

namespace {

constexpr int mostLookedAt = 60;
constexpr qint64 longestLine = 256 * 1024;
constexpr double wholeShare = 0.9; // of the steps of the largest comparable build

using Records = QHash<int, AttemptRecord>;

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
    for (const StageResult& stage : record.stages) {
        if (stage.id == stageKindId(kind))
            return &stage;
    }
    return nullptr;
}

// false where it is not known how long it compiled, as after the runner was killed.
bool addTimes(const AttemptRecord& record, EarlierBuild& build)
{
    for (const StageResult& stage : record.stages) {
        const bool hasRun = stage.state == StageState::Succeeded || stage.state == StageState::Failed
            || stage.state == StageState::Stopped;
        if (stage.id == stageKindId(StageKind::Compile)) {
            if (!stage.duration && !hasRun && stage.state != StageState::Running)
                continue; // it ended before
            if (!stage.duration)
                return false;
            build.compile += *stage.duration;
        } else if (hasRun && stage.id != stageKindId(StageKind::Fetch)) {
            build.rest += stage.duration.value_or(Milliseconds(0));
        }
    }
    build.steps += record.edgesDone.value_or(0);
    if (record.peakMemory)
        build.peakMemory = std::max(build.peakMemory.value_or(0), *record.peakMemory);
    return true;
}

std::optional<Sample> sampleIn(const QByteArray& line)
{
    const Json document = Json::parse(line.begin(), line.end(), nullptr, false);
    if (!document.is_object())
        return std::nullopt;
    const auto sample = sampleFromJson(document);
    return sample ? std::optional(*sample) : std::nullopt;
}

// The least of the free space stands near the end: what is read is the beginning, up to configuring, and the
// last lines.
std::optional<Bytes> diskTakenBy(const QString& attemptFolder)
{
    QFile file(AttemptFiles::samples(attemptFolder));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    std::optional<Bytes> before;
    while (!before && !file.atEnd()) {
        const auto sample = sampleIn(file.readLine(longestLine));
        if (sample
            && (sample->stage == stageKindId(StageKind::Configure)
                || sample->stage == stageKindId(StageKind::Compile)))
            before = sample->diskFree;
    }
    file.seek(std::max<qint64>(0, file.size() - 2 * longestLine));
    std::optional<Bytes> after;
    while (!file.atEnd()) {
        const auto sample = sampleIn(file.readLine(longestLine));
        if (sample && sample->diskFree)
            after = sample->diskFree;
    }
    if (!before || !after || *after >= *before)
        return std::nullopt;
    return *before - *after;
}

// Configuring may have been an attempt of its own.
Milliseconds configureTime(const BuildRequest& request, const Records& records)
{
    int newest = 0;
    Milliseconds time { 0 };
    for (auto record = records.begin(); record != records.end(); ++record) {
        const StageResult* stage = stageOf(*record, StageKind::Configure);
        if (record.key() > newest && stage && stage->state == StageState::Succeeded && stage->duration
            && differingOptions(record->request, request).isEmpty()) {
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

// The attempt and those that it went on with, back to the last one that ended well.
std::optional<EarlierBuild> buildOf(const AttemptRecord& last, const Records& records)
{
    const StageResult* compile = stageOf(last, StageKind::Compile);
    if (!compile || compile->state != StageState::Succeeded)
        return std::nullopt;
    EarlierBuild build;
    build.number = last.number;
    build.request = last.request;
    build.cache = compile->cache;
    build.wheels = last.wheels;
    build.products = last.products;
    if (!addTimes(last, build))
        return std::nullopt;
    bool configured = hasConfigured(last);
    std::optional<int> before = last.request.continuesAttempt;
    for (int i = 0; before && i < mostLookedAt && records.contains(*before); ++i) {
        const AttemptRecord& record = records[*before];
        const bool goesOn = record.state != AttemptState::Succeeded
            && record.request.buildFolder == last.request.buildFolder && !last.request.clean
            && differingOptions(record.request, last.request).isEmpty();
        if (!goesOn || !addTimes(record, build))
            break;
        configured = configured || hasConfigured(record);
        build.isChain = true;
        before = record.request.continuesAttempt;
        if (record.request.clean)
            break; // what was compiled before it is gone
    }
    if (!configured)
        build.rest += configureTime(last.request, records);
    return build;
}

void leaveOutPartial(QVector<EarlierBuild>& builds)
{
    const QVector<EarlierBuild> all = builds;
    builds.removeIf([&all](const EarlierBuild& build) {
        return std::any_of(all.begin(), all.end(), [&build](const EarlierBuild& other) {
            return differingOptions(build.request, other.request).isEmpty()
                && double(build.steps) < wholeShare * double(other.steps);
        });
    });
}

}

double EarlierBuild::cachedShare() const
{
    const qint64 asked = cache ? cache->hits + cache->misses : 0;
    return asked > 0 ? double(cache->hits) / double(asked) : 0;
}

QVector<EarlierBuild> earlierBuilds(const AttemptStore& store, const BuildRequest& request)
{
    Records records;
    const QVector<int> numbers = newestNumbers(store.folder());
    for (const int number : numbers) {
        auto record
            = AttemptFiles::readRecord(store.attemptFolder(number), AttemptFiles::RecordPart::WithoutPlan);
        if (!record || record->imported || !isSameTree(record->request, request))
            continue;
        record->number = number; // the folder's name counts
        records.insert(number, std::move(record).value());
    }
    QVector<EarlierBuild> builds;
    for (const int number : numbers) {
        const auto record = records.constFind(number);
        if (record == records.cend())
            continue;
        if (const auto build = buildOf(*record, records); build && build->steps > 0)
            builds.append(*build);
    }
    leaveOutPartial(builds);
    for (EarlierBuild& build : builds) {
        if (!build.isChain) // the last of several took only a part
            build.diskTaken = diskTakenBy(store.attemptFolder(build.number));
    }
    return builds;
}

}
