// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFiles.h"

#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "core/base/JsonCut.h"
#include "core/base/WholeFile.h"
#include "core/store/AttemptLines.h"
#include "core/store/EventNames.h"
#include "core/store/RunningTime.h"

#include <QFileInfo>

#include <algorithm>
#include <cstdlib>

namespace torchmason::AttemptFiles {

namespace {

// A runner writes its first attempt.json within a second; after this long it will not come any more.
constexpr qint64 runnerStartLimit = 60'000;

Result<AttemptRecord> readWritten(const QString& folder, RecordPart part)
{
    const QString path = record(folder);
    const auto document = part == RecordPart::Whole ? readJsonFile(path)
        : part == RecordPart::WithoutPlan
        ? readJsonFileWithout(path, { { "plan" } })
        : readJsonFileWithout(
            path, { { "plan" }, { "request", "configuration" }, { "request", "hostFacts" } });
    if (!document)
        return document.error();
    return attemptRecordFromJson(*document, path);
}

// Written as running, but the runner is gone. What came from another machine does not run here, even if a
// process has the number of its runner.
bool isAbandoned(const AttemptRecord& record)
{
    const bool runs = record.state == AttemptState::Running;
    if (record.imported)
        return runs || record.state == AttemptState::Requested;
    return runs && !isAlive(record.runner);
}

std::optional<Sample> lastSample(const QString& folder)
{
    constexpr qint64 longestSample = 256 * 1024;
    const QList<QByteArray> lines = readEnd(samples(folder), longestSample).split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const Json document = jsonLine(*line);
        const auto sample = document.is_object() ? sampleFromJson(document) : Result<Sample>(Error {});
        if (sample)
            return *sample;
    }
    return std::nullopt;
}

// A runner whose attempt's folder was moved away writes into the files that it holds open, to the end.
bool toldItsEnd(const QString& folder)
{
    const Json document = jsonLine(readLastLine(events(folder)).toUtf8());
    return document.is_object() && document.value("type", Json()) == eventName::attemptEnded.data();
}

qint64 lastWrite(const QString& folder)
{
    qint64 last = 0;
    for (const QString& path :
        { AttemptFiles::record(folder), events(folder), samples(folder), edges(folder) }) {
        if (const QFileInfo file(path); file.exists())
            last = std::max(last, file.lastModified().toMSecsSinceEpoch());
    }
    return last;
}

// How long a runner that ended without a last event had run, and the stages that were at work: up to its last
// sign of life. Unpacking sets other times.
void tellDurations(const QString& folder, AttemptRecord& record)
{
    RunningTime time;
    const auto sample = lastSample(folder);
    if (sample)
        time.addSample(*sample);
    const qint64 last = record.imported ? (sample ? sample->time : 0) : lastWrite(folder);
    if (!record.startedAt || (!sample && last <= *record.startedAt))
        return;
    const Milliseconds whole = time.at(last, record.startedAt);
    if (!record.duration)
        record.duration = whole;
    for (StageResult& stage : record.stages) {
        if (stage.state != StageState::Running || stage.duration || !stage.startedAt)
            continue;
        const qint64 before = std::clamp<qint64>(*stage.startedAt - *record.startedAt, 0, whole.count());
        stage.duration = whole - Milliseconds(before);
    }
}

// While it runs, and of a runner that was killed, the last sample knows more than the record, which is
// written when a state changes.
std::optional<Bytes> sampledPeak(const QString& folder)
{
    const auto sample = lastSample(folder);
    return sample ? sample->peakMemory : std::nullopt;
}

Result<AttemptRecord> recordOfRequest(const QString& folder)
{
    const auto document = readJsonFile(request(folder));
    if (!document)
        return document.error();
    auto wanted = buildRequestFromJson(*document, request(folder));
    if (!wanted)
        return wanted.error();
    AttemptRecord made;
    made.number = QFileInfo(folder).fileName().toInt();
    made.request = std::move(wanted).value();
    JsonReader reader(*document, request(folder));
    made.createdAt
        = reader.integer("createdAt", QFileInfo(request(folder)).lastModified().toMSecsSinceEpoch());
    // Also where the clock was set back since.
    if (std::abs(systemClock().wallMilliseconds() - made.createdAt) > runnerStartLimit) {
        made.state = AttemptState::Interrupted;
        made.error = Core::tr("The build never began: its runner did not start.");
    }
    return made;
}

}

QString request(const QString& folder)
{
    return folder + QStringLiteral("/request.json");
}
QString record(const QString& folder)
{
    return folder + QStringLiteral("/attempt.json");
}
QString events(const QString& folder)
{
    return folder + QStringLiteral("/events.jsonl");
}
QString samples(const QString& folder)
{
    return folder + QStringLiteral("/samples.jsonl");
}
QString edges(const QString& folder)
{
    return folder + QStringLiteral("/edges.jsonl");
}
QString notes(const QString& folder)
{
    return folder + QStringLiteral("/notes.json");
}
QString runnerLog(const QString& folder)
{
    return folder + QStringLiteral("/runner.log");
}
QString withdrawn(const QString& folder)
{
    return folder + QStringLiteral("/withdrawn");
}

QString findings(const QString& folder)
{
    return folder + QStringLiteral("/findings.json");
}
QString relativeLog(const QString& stageId)
{
    return QStringLiteral("logs/%1.log").arg(stageId);
}
QString log(const QString& folder, const QString& stageId)
{
    return folder + QLatin1Char('/') + relativeLog(stageId);
}

Result<BuildRequest> readRequest(const QString& folder)
{
    const auto document = readJsonFile(request(folder));
    if (!document)
        return document.error();
    return buildRequestFromJson(*document, request(folder));
}

QString goneText(const QString& folder)
{
    return Core::tr("%1 is not there any more: the attempt was deleted or moved.").arg(folder);
}

Result<AttemptRecord> readRecord(const QString& folder, RecordPart part)
{
    if (!QFileInfo(folder).isDir())
        return Error { goneText(folder) };
    if (!QFileInfo::exists(record(folder)))
        return recordOfRequest(folder);
    auto found = readWritten(folder, part);
    if (found && found->state == AttemptState::Running)
        found->peakMemory = std::max(found->peakMemory, sampledPeak(folder));
    if (!found || !isAbandoned(*found))
        return found;
    // The runner may have ended between the reading and the asking: what it wrote last counts.
    const std::optional<Bytes> peak = found->peakMemory;
    found = readWritten(folder, part);
    if (found)
        found->peakMemory = std::max(found->peakMemory, peak);
    if (found && (found->state == AttemptState::Running || isAbandoned(*found))) {
        found->state = AttemptState::Interrupted;
        tellDurations(folder, found.value());
        if (found->error.isEmpty()) {
            const QString words = readLastLine(runnerLog(folder));
            found->error = toldItsEnd(folder)
                ? Core::tr("The build was stopped, because this folder was not in its place: %1.").arg(folder)
                : words.isEmpty() ? Core::tr("It was ended from outside, or the machine went down.")
                                  : Core::tr("It ended early. The last line of its %1: %2")
                                        .arg(QStringLiteral("runner.log"), words);
        }
    }
    return found;
}

QVector<Finding> readFindings(const QString& folder)
{
    QVector<Finding> all;
    const auto document = readJsonFile(findings(folder));
    if (!document || !document->is_object() || !document->contains("findings"))
        return all;
    for (const Json& item : (*document)["findings"]) {
        if (const auto finding = findingFromJson(item, findings(folder)))
            all.append(*finding);
    }
    return all;
}

}

namespace torchmason {

Milliseconds runningTime(const QString& attemptFolder, qint64 now, std::optional<qint64> startedAt)
{
    RunningTime time;
    if (const auto sample = AttemptFiles::lastSample(attemptFolder))
        time.addSample(*sample);
    return time.at(now, startedAt);
}

}
