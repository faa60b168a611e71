// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "tests/fuzz/PieceDevice.h"
#include "tests/fuzz/Require.h"

#include <algorithm>
#include <cstdint>

using namespace torchmason;

namespace {

constexpr qsizetype longestEvidence = 64 * 1024;

DiagnosisReport read(QByteArrayView log, qsizetype piece, StageOutcome outcome)
{
    static const std::shared_ptr<const RuleSet> rules = loadRules();
    PieceDevice device(log, piece);
    const auto report = diagnose(device, rules, outcome);
    fuzz::require(report.ok(), "a log in memory could not be read");
    return *report;
}

bool isSame(const Finding& one, const Finding& other)
{
    return one.rule == other.rule && one.line == other.line && one.byteOffset == other.byteOffset
        && one.evidence == other.evidence && one.subject == other.subject && one.edge == other.edge
        && one.root == other.root && one.confidence == other.confidence
        && one.occurrences == other.occurrences;
}

bool isSame(const DiagnosisReport& one, const DiagnosisReport& other)
{
    return one.lines == other.lines && one.failed == other.failed && one.interrupted == other.interrupted
        && one.facts == other.facts && one.encoding == other.encoding
        && std::equal(one.findings.begin(), one.findings.end(), other.findings.begin(), other.findings.end(),
            [](const Finding& left, const Finding& right) { return isSame(left, right); });
}

void checkJson(const Finding& finding)
{
    const Json json = toJson(finding);
    const auto back = findingFromJson(json, QStringLiteral("fuzz"));
    fuzz::require(back.ok() && compactJson(toJson(*back)) == compactJson(json), "JSON does not come back");
}

void check(const DiagnosisReport& report, QByteArrayView log, bool withJson)
{
    fuzz::require(report.bytes == log.size(), "not all bytes were counted");
    for (const Finding& finding : report.findings) {
        fuzz::require(finding.line >= 1 && finding.line <= report.lines + 1, "a finding stands on no line");
        fuzz::require(finding.byteOffset >= 0, "a finding begins before the log");
        fuzz::require(!finding.rule.isEmpty() && !finding.title.isEmpty(), "a finding has no name");
        fuzz::require(finding.evidence.size() <= longestEvidence, "evidence without end");
        fuzz::require(finding.occurrences >= 1, "a finding that never occurred");
        if (withJson)
            checkJson(finding);
    }
}

// As much as is always read at once, in the encoding of the log that stands behind it.
QByteArray linesBefore(QByteArrayView log)
{
    const auto wide = wideEncoding(log);
    if (!wide)
        return QByteArray(4095, '-') + '\n';
    const bool isLittle = wide == QStringDecoder::Utf16LE;
    return QByteArray(isLittle ? "-\0" : "\0-", 2).repeated(2047) + QByteArray(isLittle ? "\n\0" : "\0\n", 2);
}

// Behind the first 4 KB each piece is a block of its own, of which eight are enough.
void checkPieces(QByteArrayView log, qsizetype piece, StageOutcome outcome)
{
    const QByteArray bytes = linesBefore(log).append(log);
    const DiagnosisReport pieces = read(bytes, std::max(piece, log.size() / 8 + 1), outcome);
    fuzz::require(isSame(pieces, read(bytes, bytes.size(), outcome)), "pieces change what is found");
}

}

// Two bytes say how the log is read, the others are the log: any bytes, in any pieces, and however it ended.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    static constexpr StageOutcome outcomes[]
        = { StageOutcome::Unknown, StageOutcome::Failed, StageOutcome::Succeeded, StageOutcome::Running };
    const QByteArrayView log(reinterpret_cast<const char*>(data) + 2, qsizetype(size) - 2);
    const StageOutcome outcome = outcomes[data[1] % 4];
    const DiagnosisReport whole = read(log, std::max<qsizetype>(1, log.size()), outcome);
    const bool takesLonger = fuzz::isOneIn(16, log); // than everything else
    check(whole, log, takesLonger);
    if (takesLonger)
        checkPieces(log, 4 + data[0], outcome);
    return 0;
}
