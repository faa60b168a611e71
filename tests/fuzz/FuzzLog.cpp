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
    check(whole, log, fuzz::isOneIn(16, log)); // which takes longer than everything else
    // A mark of the encoding is read from the first piece.
    const DiagnosisReport pieces = read(log, 4 + data[0], outcome);
    fuzz::require(isSame(pieces, whole), "pieces change what is found");
    return 0;
}
