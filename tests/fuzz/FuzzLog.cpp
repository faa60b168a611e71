// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "tests/fuzz/PieceDevice.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace torchmason;

namespace {

constexpr qsizetype longestEvidence = 64 * 1024;

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "fuzz_log: %s\n", what);
    std::abort();
}

DiagnosisReport read(QByteArrayView log, qsizetype piece, StageOutcome outcome)
{
    static const std::shared_ptr<const RuleSet> rules = loadRules();
    PieceDevice device(log, piece);
    const auto report = diagnose(device, rules, outcome);
    require(report.ok(), "a log in memory could not be read");
    return *report;
}

void check(const DiagnosisReport& report, QByteArrayView log)
{
    require(report.bytes == log.size(), "not all bytes were counted");
    for (const Finding& finding : report.findings) {
        require(finding.line >= 1 && finding.line <= report.lines + 1, "a finding stands on no line");
        require(finding.byteOffset >= 0, "a finding begins before the log");
        require(!finding.rule.isEmpty() && !finding.title.isEmpty(), "a finding has no name");
        require(finding.evidence.size() <= longestEvidence, "evidence without end");
        require(finding.occurrences >= 1, "a finding that never occurred");
        const Json json = toJson(finding);
        const auto back = findingFromJson(json, QStringLiteral("fuzz"));
        require(back.ok() && compactJson(toJson(*back)) == compactJson(json), "JSON does not come back");
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
    check(whole, log);
    // A mark of the encoding is read from the first piece.
    const DiagnosisReport pieces = read(log, 4 + data[0], outcome);
    require(compactJson(toJson(pieces)) == compactJson(toJson(whole)), "pieces change what is found");
    return 0;
}
