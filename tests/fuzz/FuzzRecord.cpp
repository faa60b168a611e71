// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"
#include "core/findings/Finding.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptFollower.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptNotes.h"
#include "core/store/AttemptRecord.h"
#include "core/store/CacheUse.h"
#include "tests/fuzz/JsonMutator.h"
#include "tests/fuzz/Require.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace torchmason;

namespace {

const QString name = QStringLiteral("fuzz");

// What was read and written is read as the same again.
template <typename Value, typename Read> void comesBack(const Result<Value>& value, Read read)
{
    fuzz::requireReason(value);
    if (!value)
        return;
    const QByteArray written = compactJson(toJson(*value));
    const auto again = read(*parseJson(written, name));
    fuzz::require(again.ok() && compactJson(toJson(*again)) == written, "JSON does not come back");
}

// A folder with the record of an attempt whose runner is gone, so that lines are asked for what it did not
// write.
QString folderFor(const QString& file)
{
    const QString below = file + QStringLiteral(".d");
    QString folder = fuzz::folder() + QLatin1Char('/') + below;
    if (QFileInfo::exists(folder))
        return folder;
    fuzz::require(QDir().mkpath(folder), "a folder cannot be made");
    AttemptRecord record;
    record.state = AttemptState::Running;
    record.startedAt = 1;
    if (file != QLatin1String("request.json")) // which is read where there is no record
        fuzz::put(below + QStringLiteral("/attempt.json"), compactJson(toJson(record)));
    return folder;
}

// One file of an attempt; each has a folder of its own, so that one is written for an input.
void follow(const QString& file, QByteArrayView content)
{
    const QString folder = folderFor(file);
    fuzz::put(file + QStringLiteral(".d/") + file, content);
    AttemptFollower follower(folder);
    for (int round = 0; round < 100 && follower.poll(); ++round) { }
    if (file == QLatin1String("notes.json"))
        fuzz::requireReason(readNotes(folder));
    if (file != QLatin1String("attempt.json"))
        return;
    for (const auto part : { AttemptFiles::RecordPart::WithoutPlan, AttemptFiles::RecordPart::Outline })
        fuzz::requireReason(AttemptFiles::readRecord(folder, part));
}

void readDocument(int kind, const Json& document)
{
    const auto record = [](const Json& json) { return attemptRecordFromJson(json, name); };
    const auto request = [](const Json& json) { return buildRequestFromJson(json, name); };
    const auto finding = [](const Json& json) { return findingFromJson(json, name); };
    switch (kind) {
    case 0:
        return comesBack(record(document), record);
    case 1:
        return comesBack(request(document), request);
    case 2:
        return comesBack(finding(document), finding);
    case 3:
        return comesBack(attemptEventFromJson(document), attemptEventFromJson);
    case 4:
        return comesBack(sampleFromJson(document), sampleFromJson);
    case 5:
        return comesBack(edgeRecordFromJson(document), edgeRecordFromJson);
    case 6:
        return fuzz::requireReason(buildProgressFromJson(document));
    default:
        return fuzz::requireReason(cacheUseFromJson(document, name));
    }
}

}

// The first byte says what the others are: a document or a line in memory, for one of eight readers, or one
// file of an attempt. make-seeds counts in the same way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static int words = 0;
    static char* none = nullptr;
    static const QCoreApplication app(words, &none);
    static constexpr const char* files[] = { "attempt.json", "request.json", "findings.json", "events.jsonl",
        "samples.jsonl", "edges.jsonl", "notes.json" };
    if (size == 0)
        return 0;
    const QByteArrayView content = fuzz::bytesOf(data, size).sliced(1);
    const int kind = data[0] % 15;
    if (kind >= 8) {
        follow(QLatin1String(files[kind - 8]), content);
        return 0;
    }
    const auto document = parseJson(content.toByteArray(), name);
    fuzz::requireReason(document);
    if (document)
        readDocument(kind, *document);
    return 0;
}
