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

void readDocument(const Json& document)
{
    const auto record = [](const Json& json) { return attemptRecordFromJson(json, name); };
    comesBack(record(document), record);
    const auto request = [](const Json& json) { return buildRequestFromJson(json, name); };
    comesBack(request(document), request);
    const auto finding = [](const Json& json) { return findingFromJson(json, name); };
    comesBack(finding(document), finding);
    comesBack(attemptEventFromJson(document), attemptEventFromJson);
    comesBack(sampleFromJson(document), sampleFromJson);
    comesBack(edgeRecordFromJson(document), edgeRecordFromJson);
    fuzz::requireReason(buildProgressFromJson(document));
    fuzz::requireReason(cacheUseFromJson(document, name));
}

void follow(QByteArrayView content)
{
    static int words = 0;
    static char* none = nullptr;
    static const QCoreApplication app(words, &none);
    const QByteArray copy = content.toByteArray();
    for (const char* file : { "attempt.json", "request.json", "events.jsonl", "samples.jsonl", "edges.jsonl",
             "findings.json", "notes.json" })
        fuzz::put(QLatin1String(file), copy);
    AttemptFollower follower(fuzz::folder());
    for (int round = 0; round < 100 && follower.poll(); ++round) { }
    fuzz::requireReason(readNotes(fuzz::folder()));
    for (const auto part : { AttemptFiles::RecordPart::WithoutPlan, AttemptFiles::RecordPart::Outline })
        fuzz::requireReason(AttemptFiles::readRecord(fuzz::folder(), part));
}

}

// The first byte says whether the bytes are one document in memory or all files of an attempt.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView content = fuzz::bytesOf(data, size).sliced(1);
    if (data[0] % 16 == 1 && fuzz::isOneIn(8, content)) { // files take longer than everything else
        follow(content);
        return 0;
    }
    const auto document = parseJson(content.toByteArray(), name);
    fuzz::requireReason(document);
    if (document)
        readDocument(*document);
    return 0;
}
