// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogImport.h"

#include "core/base/CannotRead.h"
#include "core/base/Clock.h"
#include "core/base/ControlCharacters.h"
#include "core/base/Core.h"
#include "core/base/GzipFile.h"
#include "core/base/RegularFile.h"
#include "core/findings/FindingDecision.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "core/history/LogReading.h"
#include "core/history/LogStages.h"
#include "core/redact/SecretText.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "core/store/SecretMask.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 pieceSize = 1 << 20;

Error cannotWrite(const QFile& file)
{
    return { Core::tr("Cannot write %1: %2.").arg(file.fileName(), file.errorString()) };
}

Result<void> copyRange(QFile& from, const LogStage& stage, const QString& path)
{
    QFile to(path);
    if (!to.open(QIODevice::WriteOnly) || !from.seek(stage.begin))
        return cannotWrite(to);
    for (qint64 left = stage.end - stage.begin; left > 0;) {
        const QByteArray piece = from.read(std::min(left, pieceSize));
        if (piece.isEmpty() || to.write(piece) != piece.size())
            return cannotWrite(to);
        left -= piece.size();
    }
    return to.flush() ? Result<void>() : cannotWrite(to);
}

Result<void> splitInto(const QVector<LogStage>& stages, const QString& whole, const QString& folder)
{
    if (stages.size() == 1) {
        if (QFile::rename(whole, AttemptFiles::log(folder, stageKindId(stages.first().kind))))
            return {};
    }
    RegularFile from(whole);
    if (!from.open(QIODevice::ReadOnly))
        return cannotRead(whole, from);
    for (const LogStage& stage : stages) {
        const auto copied = copyRange(from, stage, AttemptFiles::log(folder, stageKindId(stage.kind)));
        if (!copied)
            return copied;
    }
    QFile::remove(whole);
    return {};
}

bool endedBadly(const LogStage& stage)
{
    return stage.lastEnd == EndMark::Bad || stage.lastEnd == EndMark::AllBad;
}

bool endedWell(const LogStage& stage)
{
    return stage.lastEnd == EndMark::Good || stage.lastEnd == EndMark::AllGood;
}

// Of the last stage, and of others that tell of a bad end. Running: the log does not tell; readers call that
// interrupted.
StageState stateOf(const LogStage& stage, const DiagnosisReport& report)
{
    const bool isProved = stage.lastEnd == EndMark::AllGood || (endedWell(stage) && stage.exitCode == 0);
    const bool hasCause = report.failed && !report.findings.isEmpty() && report.findings.first().root;
    if (report.interrupted && !isProved && !hasCause)
        return StageState::Stopped;
    if (endedBadly(stage) || (report.failed && !isProved))
        return StageState::Failed;
    return endedWell(stage) ? StageState::Succeeded : StageState::Running;
}

AttemptState stateOf(const QVector<StageResult>& stages)
{
    const auto has = [&stages](StageState state) {
        return std::any_of(
            stages.begin(), stages.end(), [state](const StageResult& stage) { return stage.state == state; });
    };
    if (stages.last().state == StageState::Succeeded)
        return AttemptState::Succeeded;
    return has(StageState::Failed) ? AttemptState::Failed
        : has(StageState::Stopped) ? AttemptState::Stopped
                                   : AttemptState::Running;
}

void setTimes(const QVector<LogStage>& stages, AttemptRecord& record)
{
    std::optional<LineTime> first;
    std::optional<LineTime> last;
    for (qsizetype i = 0; i < stages.size(); ++i) {
        const LogStage& stage = stages[i];
        if (!stage.firstTime)
            continue;
        const bool hasNext = i + 1 < stages.size() && stages[i + 1].firstTime;
        const qint64 end = hasNext ? stages[i + 1].firstTime->milliseconds : stage.lastTime->milliseconds;
        record.stages[i].duration = Milliseconds(std::max<qint64>(end - stage.firstTime->milliseconds, 0));
        if (stage.firstTime->isUtc)
            record.stages[i].startedAt = stage.firstTime->milliseconds;
        first = first ? first : stage.firstTime;
        last = stage.lastTime;
    }
    if (!first)
        return;
    record.imported->hasTimes = true;
    record.duration = Milliseconds(std::max<qint64>(last->milliseconds - first->milliseconds, 0));
    if (first->isUtc && last->isUtc) {
        record.createdAt = first->milliseconds;
        record.startedAt = first->milliseconds;
        record.endedAt = last->milliseconds;
    }
}

// What became of the stages, and the findings, from their logs.
Result<QVector<Finding>> judge(const QVector<LogStage>& stages, const QString& folder, AttemptRecord& record)
{
    const auto rules = loadRules();
    QVector<Finding> findings;
    LogFacts facts;
    for (qsizetype i = 0; i < stages.size(); ++i) {
        StageResult& result = record.stages[i];
        // Another stage began behind it: what it told got by.
        const bool isOvercome = i + 1 < stages.size() && !endedBadly(stages[i]);
        auto report = diagnoseFile(AttemptFiles::log(folder, result.id), rules,
            isOvercome ? StageOutcome::Succeeded : StageOutcome::Unknown);
        if (!report)
            return report.error();
        result.state = isOvercome ? StageState::Succeeded : stateOf(stages[i], *report);
        for (Finding& finding : report.value().findings)
            finding.stage = result.id;
        findings += report->findings;
        facts.complete(report->facts);
    }
    std::stable_partition(
        findings.begin(), findings.end(), [](const Finding& finding) { return finding.root; });
    DecidingFacts deciding = decidingFacts(facts, nullptr);
    addConfiguration(deciding, record.request.configuration);
    decideFindings(findings, deciding);
    for (Finding& finding : findings) {
        finding.evidence = withoutSecrets(withoutControls(finding.evidence));
        finding.subject = withoutSecrets(withoutControls(finding.subject));
    }
    return findings;
}

void setOutcome(const QVector<Finding>& findings, AttemptRecord& record)
{
    record.state = stateOf(record.stages);
    if (record.state != AttemptState::Succeeded && !findings.isEmpty() && findings.first().root) {
        record.firstFinding = findings.first().title;
        record.firstFindingRule = findings.first().rule;
    }
    if (record.state == AttemptState::Failed && record.firstFinding.isEmpty())
        record.error = Core::tr("It failed, but nothing in its log says why.");
    else if (record.state == AttemptState::Stopped)
        record.error = Core::tr("It was stopped by somebody; its log says so.");
    else if (record.state == AttemptState::Running)
        record.error = Core::tr("The log does not say how it ended.");
}

AttemptRecord recordOf(const QVector<LogStage>& stages, const LogReading& read, const QString& name)
{
    AttemptRecord record;
    record.createdAt = systemClock().wallMilliseconds();
    record.imported = ImportNote { record.createdAt, 0, {}, read.digest };
    record.imported->log = name;
    record.imported->told = read.statements.summary();
    record.programVersion = QStringLiteral(TORCHMASON_VERSION);
    record.request.profileId = QStringLiteral("log");
    record.request.profileName = name;
    read.statements.fill(record.request);
    record.edgesDone = read.edgesDone;
    record.edgesTotal = read.edgesTotal;
    record.edgesFailed = read.edgesFailed;
    for (const LogStage& stage : stages) {
        const StageFacts& facts = stageFacts(stage.kind);
        StageResult result;
        result.id = QLatin1String(facts.id);
        result.logFile = AttemptFiles::relativeLog(result.id);
        result.exitCode = stage.exitCode;
        if (facts.notesInputs)
            result.inputs = read.statements.inputs();
        const DiagnosticCount messages = read.messages.value(record.stages.size());
        result.errors = messages.errors;
        result.warnings = messages.warnings;
        result.firstError = withoutSecrets(withoutControls(messages.firstError));
        record.stages << result;
        Stage planned;
        planned.id = result.id;
        planned.kind = stage.kind;
        planned.title = QLatin1String(facts.title);
        record.plan.stages << planned;
    }
    setTimes(stages, record);
    return record;
}

}

Result<ImportedLog> importLog(QIODevice& log, const QString& wanted, const AttemptStore& store)
{
    const QString name = withoutControls(wanted);
    const auto draft = AttemptDraft::make(store);
    if (!draft)
        return draft.error();
    const QString folder = (*draft)->folder();
    const auto writer = AttemptWriter::open(folder);
    if (!writer)
        return writer.error();
    const QString whole = folder + QStringLiteral("/logs/whole");
    LogStages known;
    const auto read = readLog(log, name, whole, known, **writer);
    if (!read)
        return read.error();
    const QVector<LogStage> stages = known.finish(read->bytes);
    if (const auto split = splitInto(stages, whole, folder); !split)
        return split.error();
    ImportedLog imported;
    imported.record = recordOf(stages, *read, name);
    auto findings = judge(stages, folder, imported.record);
    if (!findings)
        return findings.error();
    if (!known.knowsAny() && findings->isEmpty())
        return Error { Core::tr("No line of %1 looks like one of a build; is it the log of one?").arg(name) };
    setOutcome(*findings, imported.record);
    for (const auto& done : { (*writer)->writeFindings(*findings), (*writer)->writeRecord(imported.record),
             writeJsonFile(AttemptFiles::request(folder), toJson(masked(imported.record.request))),
             (*writer)->sync() }) {
        if (!done)
            return done.error();
    }
    imported.findings = std::move(findings).value();
    const auto adopted = (*draft)->adopt(imported.record);
    if (!adopted)
        return adopted.error();
    static_cast<ImportedAttempt&>(imported) = *adopted;
    return imported;
}

Result<ImportedLog> importLogFile(const QString& path, const AttemptStore& store)
{
    const QString name = QDir::toNativeSeparators(path);
    RegularFile file(path);
    if (!QFileInfo(path).isFile())
        return Error { Core::tr("There is no file %1.").arg(name) };
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return cannotRead(name, file);
    const QString shortName = QFileInfo(path).fileName();
    if (!isGzip(file))
        return importLog(file, shortName, store);
    GzipFile unpacked(file.handle(), mostUnpackedLog);
    auto imported = importLog(unpacked, shortName, store);
    if (imported && !unpacked.problem().isEmpty())
        imported->problem = Core::tr("%1 was not read to its end: %2. What was read before that is kept.")
                                .arg(shortName, unpacked.problem());
    return imported;
}

}
