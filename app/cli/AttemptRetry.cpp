// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/StartAndWatch.h"
#include "app/cli/WishOptions.h"
#include "core/attempt/StageInputs.h"
#include "core/base/AppPaths.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/InheritedOptions.h"
#include "core/config/WheelObstacles.h"
#include "core/fixes/FixPreparation.h"
#include "core/fixes/FixProposals.h"
#include "core/fixes/WishesForRetry.h"
#include "core/stages/InstallPlace.h"
#include "core/store/AttemptFiles.h"

#include <algorithm>
#include <optional>

namespace torchmason::cli {

namespace {

std::optional<Fix> fixNamed(const QVector<Finding>& findings, const QString& id)
{
    for (const Finding& finding : findings) {
        for (const Fix& fix : finding.fixes) {
            if (fix.id == id || finding.rule + QLatin1Char('/') + fix.id == id)
                return fix;
        }
    }
    return std::nullopt;
}

// CMake itself had ended well, so that compiling can go on where the comparison had stopped.
bool stoppedForConfiguration(const QString& folder)
{
    const QVector<Finding> findings = AttemptFiles::readFindings(folder);
    return std::any_of(findings.begin(), findings.end(),
        [](const Finding& finding) { return finding.rule == QLatin1String("part-switched-off"); });
}

Fix acceptingFix()
{
    Fix fix;
    fix.kind = fix.id = QStringLiteral("accept-configuration");
    fix.title = QStringLiteral("Continue without it");
    fix.action = Json::object();
    return fix;
}

// What the attempt itself had changed to do about an earlier one.
Fix undoingFix(const AttemptSummary& attempt)
{
    const FindingAnswer* answer = standingAnswer(attempt.record.request);
    if (!answer)
        wrongUse(QStringLiteral("Attempt %1 applied no fix, so there is none to undo.").arg(attempt.number));
    Fix fix;
    fix.kind = fix.id = QStringLiteral("undo");
    fix.title = QStringLiteral("Undo: %1").arg(answer->fix);
    fix.action = { { "attempt", answer->attempt } };
    return fix;
}

// ", but these: clean-build, no-distributed."
QString fixNames(const QVector<Finding>& findings)
{
    QStringList names;
    for (const Finding& finding : findings) {
        for (const Fix& fix : finding.fixes)
            names.append(fix.id);
    }
    names.removeDuplicates();
    return names.isEmpty() ? QStringLiteral(", nor any other.")
                           : QStringLiteral(", but these: %1.").arg(names.join(QLatin1String(", ")));
}

// The fixes that were asked for, in the order in which they act.
QVector<Fix> wantedFixes(const CommandLine& line, const AttemptSummary& attempt, const HostFacts& facts)
{
    QVector<Fix> fixes;
    if (line.has("undo"))
        fixes.append(undoingFix(attempt));
    if (line.has("apply")) {
        const QString id = line.value("apply");
        QVector<Finding> findings = AttemptFiles::readFindings(attempt.folder);
        completeFixes(findings, onceMore(attempt.record, facts).request, facts);
        // One that is left out because it would change nothing says so when it is applied.
        auto fix = fixNamed(findings, id);
        if (!fix)
            fix = fixNamed(AttemptFiles::readFindings(attempt.folder), id);
        if (!fix)
            wrongUse(QStringLiteral("Attempt %1 has no fix \"%2\"%3")
                         .arg(QString::number(attempt.number), id, fixNames(findings)));
        fixes.append(*fix);
    }
    if (line.has("accept-configuration") && stoppedForConfiguration(attempt.folder))
        fixes.append(acceptingFix());
    return fixes;
}

// What would be done otherwise, and nothing is done.
void printPreview(const FixedAttempt& fixed, const BuildRequest& request, Console& console)
{
    const auto differences = requestDifferences(fixed.again.request, request);
    if (console.isOnlyJson()) {
        Json changes = Json::array();
        for (const RequestDifference& difference : differences)
            changes.push_back({ { "name", toJson(difference.name) }, { "before", toJson(difference.before) },
                { "after", toJson(difference.after) } });
        console.printJson({ { "schema", 1 }, { "changes", changes }, { "request", toJson(request) } });
        return;
    }
    if (differences.isEmpty())
        console.print(QStringLiteral("It would be repeated unchanged."));
    for (const RequestDifference& difference : differences)
        console.print(differenceText(difference));
}

// What the wishes say of the request alone makes it impossible.
void refuseWhatFails(const BuildRequest& request, const RequestWishes& wishes)
{
    QVector<CheckRow> rows = wheelsFolderRows(request);
    if (wishes.install.isWanted())
        rows += installPlaceRows(request);
    if (const auto row = missingWheelRow(request, takenConfiguration(request), hostPlatform()))
        rows.append(*row);
    for (const CheckRow& row : rows) {
        if (row.state == CheckState::Fail)
            fail(QStringLiteral("%1 %2").arg(row.found, row.fixText));
    }
    if (const auto refused = folderRefusal(request))
        fail(*refused);
}

int run(const CommandLine& line, Console& console)
{
    if (line.has("json"))
        console.onlyJson();
    const RequestWishes wishes = readWishes(line);
    if (const QString refusal = refusalForRetry(wishes); !refusal.isEmpty())
        wrongUse(refusal);
    const AttemptSummary attempt = ownAttempt(line.positional().value(0));
    if (!attempt.error.isEmpty())
        fail(attempt.error);
    if (!hasEnded(attempt.record.state))
        fail(QStringLiteral("Attempt %1 still runs.").arg(attempt.number));
    const HostFacts facts = detectHost(detectionForRetry(attempt.record.request, wishes));
    const QVector<Fix> fixes = wantedFixes(line, attempt, facts);
    const AttemptStore store(AppPaths::attemptsFolder());
    const FixedAttempt fixed = orFail(prepareFixed(attempt.record, fixes, facts, [&store](int number) {
        const auto earlier = store.attempt(number);
        return earlier ? Result<AttemptRecord>(earlier->record) : Result<AttemptRecord>(earlier.error());
    }));
    const bool isPreview = line.has("dry-run");
    if (!fixed.again.changes.isEmpty())
        console.print(QStringLiteral("Begins with configuring or earlier: %1.")
                          .arg(fixed.again.changes.join(QLatin1String("; "))));
    for (const Fix& fix : fixes)
        console.print(QStringLiteral("Applying: %1").arg(fix.title));
    for (const RequestDifference& difference : fixed.differences) {
        if (!isPreview)
            console.print(QStringLiteral("  ") + differenceText(difference));
    }
    BuildRequest request = fixed.request;
    if (line.has("clean"))
        startNoLaterThan(StageKind::Configure, request);
    orWrongUse(putOver(wishes, facts, request));
    if (const QString missing = startWhereNothingIsConfigured(request); !missing.isEmpty())
        console.complain(QStringLiteral("Begins with configuring: %1.").arg(missing));
    applyStartOptions(line, request);
    if (isPreview) {
        printPreview(fixed, request, console);
        return ExitCode::Good;
    }
    refuseWhatFails(request, wishes);
    return startAndWatch(request, line, console);
}

}

Subcommand attemptsRetryCommand()
{
    return { "attempts retry", "N [--apply FIX] [options]",
        "Repeats an attempt from the stage that did not end well, as a new attempt.", 0, 1,
        QVector<Option> { { "apply", "FIX", "the name in brackets after a fix of `attempts show N`" },
            { "undo", "", "undo the last fix that attempt N had applied, or one that it continues" },
            { "dry-run", "", "print what would be different, cleaning included, and start nothing" } }
            + wishOptions() + folderOptions() + startOptions(),
        run };
}

}
