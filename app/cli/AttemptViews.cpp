// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptViews.h"

#include "app/cli/WrappedText.h"
#include "core/attempt/InstallRequest.h"
#include "core/attempt/QueueTurn.h"
#include "core/config/BuildChoice.h"
#include "core/export/AttemptReport.h"
#include "core/fixes/FixProposals.h"
#include "core/fixes/TriedFixes.h"
#include "core/history/ComparedValues.h"
#include "core/history/HowBuilt.h"
#include "core/history/LaterTries.h"
#include "core/history/ResultSummary.h"
#include "core/profile/ProfileCatalogue.h"

#include "core/base/AppPaths.h"
#include "core/base/Clock.h"
#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"
#include "core/store/AttemptFiles.h"
#include "core/store/FailedSteps.h"
#include "core/store/MadeText.h"
#include "core/store/MembersJson.h"
#include "core/store/RunningTime.h"
#include "core/store/StageStanding.h"
#include "core/store/StepsBefore.h"
#include "core/store/WheelPresence.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace torchmason::cli {

namespace {

constexpr int textWidth = 96;
constexpr int findingsShown = 3;
constexpr int mostEvidence = 400;

QString paragraph(const QString& indent, const QString& text)
{
    return text.isEmpty() ? QString() : wrapped(indent + text, textWidth) + QLatin1Char('\n');
}

QString counted(std::optional<qint64> number, const char* one, const char* many)
{
    return number.value_or(0) == 0
        ? QString()
        : QStringLiteral("  %1 %2").arg(*number).arg(QLatin1String(*number == 1 ? one : many));
}

QString stageLine(const StageResult& stage, const AttemptRecord& record)
{
    QString line = QStringLiteral("  %1%2").arg(stage.id, -12).arg(stageStateText(stage, record), -12);
    if (stage.duration)
        line += formatDuration(*stage.duration);
    if (stage.exitCode && *stage.exitCode != 0)
        line += QStringLiteral("  exit %1").arg(*stage.exitCode);
    line += counted(stage.errors, "error", "errors") + counted(stage.warnings, "warning", "warnings");
    if (!stage.error.isEmpty())
        line += QStringLiteral("  %1").arg(stage.error);
    line += QLatin1Char('\n');
    if (stage.state == StageState::Failed && !stage.firstError.isEmpty())
        line += QStringLiteral("    first error: %1\n").arg(stage.firstError);
    return line;
}

QString lastLog(const AttemptRecord& record, const QString& folder)
{
    QString log;
    for (const StageResult& stage : record.stages) {
        if (!stage.logFile.isEmpty() && stage.hasBegun())
            log = folder + QLatin1Char('/') + stage.logFile;
    }
    return log;
}

// How it was built, as the window's tab says it; without the commands, which make a script.
QString builtText(const AttemptSummary& summary)
{
    constexpr int nameWidth = 29;
    QString text;
    QString group;
    for (const BuiltRow& row :
        howBuilt(summary.record, summary.folder, profileRequest(summary.record, loadProfiles()))) {
        if (row.group == QLatin1String("attempt") || row.group == QLatin1String("command"))
            continue;
        if (group != row.group)
            text += builtGroupTitle(row.group).toLower() + QLatin1Char('\n');
        group = row.group;
        QStringList from { row.origin ? originText(*row.origin) : row.note };
        if (!row.profileValue.isEmpty())
            from << QStringLiteral("profile: %1").arg(row.profileValue);
        from.removeAll(QString());
        text += QStringLiteral("  %1 %2").arg(
            withoutControls(row.label).leftJustified(nameWidth), withoutControls(inOneLine(row.value)));
        if (!from.isEmpty())
            text += QStringLiteral("   (%1)").arg(from.join(QStringLiteral("; ")));
        text += QLatin1Char('\n');
    }
    return text;
}

// "/d/torch-2.6.0-cp311-cp311-linux_x86_64.whl (84 MB, for sm_80, sha256 1234...)"
QString wheelText(const WheelRecord& wheel)
{
    const QString archs = !wheel.archs ? QString()
        : wheel.archs->isEmpty()       ? QStringLiteral("for no graphics card, ")
                                       : QStringLiteral("for %1, ").arg(wheel.archs->join(QLatin1Char(' ')));
    return QStringLiteral("%1 (%2, %3sha256 %4)")
        .arg(wheel.path, formatBytes(wheel.size), archs, wheel.sha256);
}

// Where the wheel goes, or what goes again.
QString installText(const InstallTarget& target)
{
    return target.takesBack > 0 ? QStringLiteral("what attempt %1 installed into %2")
                                      .arg(QString::number(target.takesBack), target.environment)
        : target.isWanted() ? QStringLiteral("into %1").arg(target.environment)
                            : QString();
}

QString successText(const AttemptRecord& record, int number)
{
    QString text = QStringLiteral("Attempt %1 succeeded").arg(number);
    if (record.duration)
        text += QStringLiteral(" after %1").arg(formatDuration(*record.duration));
    if (const auto steps = stepsDone(record))
        text += *steps == 1 ? QStringLiteral(", 1 step") : QStringLiteral(", %1 steps").arg(*steps);
    if (record.peakMemory)
        text += QStringLiteral(", peak memory %1").arg(formatBytes(*record.peakMemory));
    text += QStringLiteral(".\n");
    for (const QString& cache : cacheLines(record))
        text += QStringLiteral("  %1\n").arg(cache);
    for (const WheelRecord& wheel : record.wheels)
        text += QStringLiteral("  %1\n").arg(wheelText(wheel));
    if (!record.wheels.isEmpty() && !record.imported && !record.request.install.isWanted())
        text += QStringLiteral("  Install it: torchmason-cli attempts install %1 --into ENVIRONMENT\n")
                    .arg(number);
    if (lacksWheel(record))
        text += QStringLiteral("  %1\n").arg(noWheelText(record));
    for (const QString& product : record.products)
        text += QStringLiteral("  %1\n").arg(product);
    return text;
}

// What its last stage warned about: "%1 has no torch, so none was imported".
QString doubtsText(const AttemptRecord& record, const QString& folder)
{
    QString text;
    for (const QString& check : checksOf(record, folder)) {
        if (check.startsWith(QLatin1String("Warning: ")))
            text += QStringLiteral("  %1\n").arg(check);
    }
    return text;
}

QString importText(const ImportNote& note)
{
    if (!note.log.isEmpty())
        return QStringLiteral("%1, from the log %2%3")
            .arg(whenText(note.at), note.log,
                note.hasTimes ? QStringLiteral("; times are those of its lines") : QString());
    return QStringLiteral("%1, attempt %2 of %3")
        .arg(whenText(note.at))
        .arg(note.number)
        .arg(note.from.isEmpty() ? QStringLiteral("another machine") : note.from);
}

}

QString stateText(const AttemptRecord& record)
{
    return isWaiting(record)                      ? waitingText(record).toLower()
        : record.state == AttemptState::Requested ? QStringLiteral("starting")
                                                  : attemptStateId(record.state);
}

QVector<Finding> fittedFindings(const AttemptRecord& record, QVector<Finding> findings)
{
    const bool hasRoot
        = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) { return finding.root; });
    if (record.state == AttemptState::Failed && hasRoot) {
        completeForAttempt(findings, record);
        markTriedLater(findings, record, AttemptStore(AppPaths::attemptsFolder()));
        for (Finding& finding : findings)
            finding.confidence
                = confidenceAfter(everTriedFixes(record, finding, finding.fixes), finding.confidence);
    }
    return findings;
}

QString whenText(qint64 utcMilliseconds)
{
    return utcMilliseconds <= 0
        ? QStringLiteral("unknown")
        : QDateTime::fromMSecsSinceEpoch(utcMilliseconds).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

Milliseconds tookSoFar(const AttemptSummary& summary)
{
    const AttemptRecord& record = summary.record;
    if (record.duration || record.state != AttemptState::Running || isWaiting(record))
        return record.duration.value_or(Milliseconds(0));
    return runningTime(
        summary.folder, systemClock().wallMilliseconds(), record.startedAt.value_or(record.createdAt));
}

// "#kept #slow with the new driver...", or why they cannot be read.
static QString notesCell(const AttemptSummary& summary)
{
    constexpr qsizetype firstWords = 40;
    if (!summary.notesProblem.isEmpty())
        return QStringLiteral("notes unreadable");
    QStringList parts;
    for (const QString& tag : summary.notes.tags)
        parts.append(QLatin1Char('#') + tag);
    const QString note = withoutControls(inOneLine(summary.notes.note));
    parts.append(note.size() > firstWords ? note.left(firstWords) + QStringLiteral("...") : note);
    return parts.join(QLatin1Char(' ')).trimmed();
}

static void putNotes(Json& object, const AttemptSummary& summary)
{
    putText(object, "note", summary.notes.note);
    if (!summary.notes.tags.isEmpty())
        object["tags"] = toJson(summary.notes.tags);
    putText(object, "notesProblem", summary.notesProblem);
}

QStringList headingsOfList()
{
    return { QStringLiteral("No."), QStringLiteral("Outcome"), QStringLiteral("When"),
        QStringLiteral("Duration"), QStringLiteral("Profile"), QStringLiteral("Result"),
        QStringLiteral("Tags and note") };
}

static QString profileCell(const AttemptRecord& record)
{
    constexpr qsizetype mostSigns = 40;
    if (isOfLog(record)) {
        const QString name = withoutControls(inOneLine(record.imported->log));
        return (name.size() > mostSigns ? name.left(mostSigns) + QStringLiteral("...") : name)
            + QStringLiteral(" (from a log)");
    }
    return record.imported ? QStringLiteral("%1 (from another machine)").arg(record.request.profileId)
                           : record.request.profileId;
}

namespace {

// Why it ended, or what was made.
QString resultCell(const AttemptSummary& summary)
{
    const AttemptRecord& record = summary.record;
    if (isWaiting(record))
        return waitingText(record);
    if (!record.firstFinding.isEmpty())
        return record.firstFinding;
    if (const QString made = madeText(record); !made.isEmpty())
        return made;
    if (record.state == AttemptState::Failed && record.error.isEmpty())
        return QStringLiteral("No known cause");
    if (record.state == AttemptState::Stopped && record.error.isEmpty()) {
        const AttemptStore store(QFileInfo(summary.folder).path());
        const auto whole = store.attempt(summary.number); // a row may have come without the request
        return stepsText(record, stepsBefore(whole ? whole->record : record, store));
    }
    return record.error;
}

}

QStringList rowOfList(const AttemptSummary& summary)
{
    const QString number = QString::number(summary.number);
    if (!summary.error.isEmpty())
        return { number, QStringLiteral("unreadable"), QStringLiteral("-"), QStringLiteral("-"),
            QStringLiteral("-"), summary.error, notesCell(summary) };
    const AttemptRecord& record = summary.record;
    const Milliseconds took = tookSoFar(summary);
    return { number, isWaiting(record) ? QStringLiteral("waiting") : stateText(record),
        startText(record, whenText(startOf(record))),
        took.count() > 0 ? formatDuration(took) : QStringLiteral("-"), profileCell(record),
        resultCell(summary), notesCell(summary) };
}

Json summaryToJson(const AttemptSummary& summary)
{
    Json row = { { "number", summary.number }, { "folder", toJson(summary.folder) } };
    putNotes(row, summary);
    if (!summary.error.isEmpty()) {
        row["state"] = "unreadable";
        row["error"] = toJson(summary.error);
        return row;
    }
    const AttemptRecord& record = summary.record;
    row["state"] = toJson(isWaiting(record) ? QStringLiteral("waiting") : attemptStateId(record.state));
    row["profile"] = toJson(record.request.profileId);
    row["createdAt"] = record.createdAt;
    putOptional(row, "startedAt", record.startedAt);
    putOptional(row, "endedAt", record.endedAt);
    putOptional(row, "durationMs", record.duration);
    putText(row, "error", record.error);
    putText(row, "firstFinding", record.firstFinding);
    putText(row, "firstFindingRule", record.firstFindingRule);
    if (record.imported)
        row["imported"] = true;
    if (isOfLog(record))
        row["log"] = toJson(record.imported->log);
    return row;
}

Json attemptToJson(const AttemptSummary& summary)
{
    Json document = { { "schema", 1 }, { "folder", toJson(summary.folder) } };
    putNotes(document, summary);
    if (!summary.error.isEmpty()) {
        document["error"] = toJson(summary.error);
        return document;
    }
    document["attempt"] = toJson(summary.record);
    document["findings"] = toJson(fittedFindings(summary.record, AttemptFiles::readFindings(summary.folder)));
    return document;
}

QString attemptText(const AttemptSummary& summary, const QString& later)
{
    const AttemptRecord& record = summary.record;
    QString text = QStringLiteral("Attempt %1: %2\n").arg(summary.number).arg(stateText(record));
    const auto row = [&text](const char* name, const QString& value) {
        if (!value.isEmpty())
            text += QStringLiteral("  %1%2\n").arg(QLatin1String(name), -12).arg(value);
    };
    row("profile", QStringLiteral("%1 (%2)").arg(record.request.profileId, record.request.profileName));
    row("when", startText(record, whenText(startOf(record))));
    const bool isKnown = record.duration || (record.state != AttemptState::Interrupted && !record.imported);
    row("duration", isKnown ? formatDuration(tookSoFar(summary)) : QStringLiteral("unknown"));
    row("imported", record.imported ? importText(*record.imported) : QString());
    row("later", later);
    row("on disk",
        record.buildFolderSize
            ? QStringLiteral("%1 in the build folder").arg(formatBytes(*record.buildFolderSize))
            : QString());
    row("peak memory", record.peakMemory ? formatBytes(*record.peakMemory) : QString());
    for (const WheelRecord& wheel : record.wheels) {
        row("wheel", wheelText(wheel));
        if (!record.imported)
            row("",
                missingWheelText(wheel, summary.number,
                    lookAtWheel(
                        wheel, record, WheelLook::Quick, AttemptStore(QFileInfo(summary.folder).path()))));
    }
    for (const QString& product : productsOf(record))
        row("made", product);
    row(record.request.install.takesBack > 0 ? "undo of" : "install", installText(record.request.install));
    for (const QString& cache : cacheLines(record))
        row("cache", cache);
    for (const FindingAnswer& answer : record.request.answers)
        row(answer.takenBack ? "took back" : "applies",
            QStringLiteral("%1 (for %2 of attempt %3)").arg(answer.fix, answer.rule).arg(answer.attempt));
    row("error", record.error);
    row("folder", summary.folder);
    row("tags", summary.notes.tags.join(QLatin1Char(' ')));
    row("note", withoutControls(summary.notes.note).replace(u'\n', QStringLiteral("\n              ")));
    row("notes", summary.notesProblem);
    text += QStringLiteral("stages\n");
    for (const StageResult& stage : record.stages)
        text += stageLine(stage, record);
    text += builtText(summary);
    for (const QString& finding :
        findingTexts(fittedFindings(record, AttemptFiles::readFindings(summary.folder))))
        text += QLatin1Char('\n') + finding;
    return text;
}

QString fixText(const Fix& fix)
{
    const QString indent = QStringLiteral("     ");
    QString text = QStringLiteral("   - %1  [%2]\n").arg(fix.title, fix.id);
    if (fix.triedIn > 0)
        text += QStringLiteral("     Tried in attempt %1: it did not help.\n").arg(fix.triedIn);
    text += paragraph(indent, fix.detail);
    for (const QString& change : fix.changes)
        text += indent + QStringLiteral("* ") + change + QLatin1Char('\n');
    if (!fix.command.isEmpty())
        text += indent + QStringLiteral("$ ") + fix.command + QLatin1Char('\n');
    return text;
}

namespace {

// `word`: "Cause"
QString findingText(const Finding& finding, const QString& word)
{
    QString text = QStringLiteral("%1: %2  [%3, %4 confidence]\n")
                       .arg(word, finding.title, finding.rule, confidenceId(finding.confidence));
    const QString log = finding.stage.isEmpty() ? QStringLiteral("line ")
                                                : AttemptFiles::relativeLog(finding.stage) + QLatin1Char(':');
    text
        += QStringLiteral("  %1%2: %3\n").arg(log).arg(finding.line).arg(finding.evidence.left(mostEvidence));
    text += paragraph(QStringLiteral("  "), finding.explanation);
    if (const QString whose = ownerText(finding.owner); !whose.isEmpty())
        text += QStringLiteral("  (%1)\n").arg(whose);
    for (const QString& candidate : finding.candidates)
        text += paragraph(QStringLiteral("  ? "), candidate);
    if (!finding.fixes.isEmpty())
        text += QStringLiteral("  What to do:\n");
    for (const Fix& fix : finding.fixes)
        text += fixText(fix);
    return text;
}

}

// With what mends it, where the program can do that: the same again fails in the same way.
static QString retryLine(const QVector<Finding>& fitted, int number)
{
    const QString retry = QStringLiteral("torchmason-cli attempts retry %1").arg(number);
    const Finding cause = fitted.value(0);
    const Fix fix = cause.fixes.value(0);
    if (!cause.root || fix.id.isEmpty())
        return QStringLiteral("Try again: %1\n").arg(retry);
    if (fix.triedIn == 0 && !isForTheUser(fix))
        return QStringLiteral("Try again with the first fix: %1 --apply %2\n").arg(retry, fix.id);
    return QStringLiteral("Try again once that is mended: %1\n").arg(retry);
}

QStringList findingTexts(const QVector<Finding>& findings)
{
    const bool hasCause
        = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) { return finding.root; });
    QStringList texts;
    for (const Finding& finding : findings)
        texts << findingText(finding,
            finding.root   ? QStringLiteral("Cause")
                : hasCause ? QStringLiteral("Follows")
                           : QStringLiteral("Note"));
    return texts;
}

QString outcomeText(
    const AttemptRecord& record, const QVector<Finding>& findings, const QString& folder, int number)
{
    if (record.state == AttemptState::Succeeded)
        return successText(record, number) + doubtsText(record, folder);
    QString text = QStringLiteral("Attempt %1 %2").arg(number).arg(attemptStateId(record.state));
    text += record.error.isEmpty() ? QStringLiteral(".\n") : QStringLiteral(": %1\n").arg(record.error);
    QVector<Finding> fitted;
    if (record.state == AttemptState::Failed) {
        fitted = fittedFindings(record, findings.mid(0, findingsShown));
        for (const QString& finding : findingTexts(fitted))
            text += QLatin1Char('\n') + finding;
        if (findings.size() > findingsShown)
            text += QStringLiteral("\n%1 more: torchmason-cli attempts show %2\n")
                        .arg(findings.size() - findingsShown)
                        .arg(number);
    }
    if (const QString log = lastLog(record, folder); !log.isEmpty())
        text += QStringLiteral("\nLog: %1\n").arg(log);
    if (!record.imported)
        text += retryLine(fitted, number);
    return text;
}

}
