// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixPreparation.h"

#include "core/fixes/FixApplication.h"
#include "core/fixes/StageStart.h"
#include "core/fixes/StaleParts.h"

namespace torchmason {

namespace {

// What the user decides comes back as it was; folders and what the machine is stay.
Result<void> takeBack(const Fix& fix, BuildRequest& request, const EarlierAttempt& earlier)
{
    JsonReader action(fix.action, QStringLiteral("the fix %1").arg(fix.id));
    const int number = int(action.integer("attempt"));
    if (!action.ok())
        return action.error();
    const auto record = earlier(number);
    if (!record)
        return Error { QStringLiteral("What attempt %1 was is not known any more: %2")
                           .arg(number)
                           .arg(record.error().message) };
    const BuildRequest& before = record->request;
    const bool changesSource = before.source != request.source || before.patches != request.patches;
    request.source = before.source;
    request.patches = before.patches;
    request.configuration = before.configuration;
    request.python = before.python;
    request.vcvars = before.vcvars;
    request.buildFolder = before.buildFolder;
    request.targets = before.targets;
    request.jobs = before.jobs;
    request.jobsWithoutGate = before.jobsWithoutGate;
    request.memoryLimit = before.memoryLimit;
    request.gate = before.gate;
    request.skippedStages = before.skippedStages;
    request.answers = before.answers;
    configureAgain(request);
    startNoLaterThan(changesSource ? QStringLiteral("fetch") : QStringLiteral("environment"), request);
    return {};
}

void noteAnswer(const Fix& fix, int attempt, BuildRequest& request)
{
    if (!fix.rule.isEmpty())
        request.answers.append({ attempt, fix.rule, fix.subject, fix.title });
}

}

Result<FixedAttempt> prepareFixed(const AttemptRecord& record, const QVector<Fix>& fixes,
    const HostFacts& facts, const EarlierAttempt& earlier)
{
    FixedAttempt fixed { repetitionOf(record, facts), {}, {} };
    fixed.request = fixed.again.request;
    for (const Fix& fix : fixes) {
        const bool isUndo = fix.kind == QLatin1String("undo");
        const auto applied = isUndo ? takeBack(fix, fixed.request, earlier) : applyFix(fix, fixed.request);
        if (!applied)
            return applied.error();
        if (!isUndo)
            noteAnswer(fix, record.number, fixed.request);
    }
    if (!fixes.isEmpty())
        StaleParts(fixed.request).clean(fixed.request);
    fixed.differences = requestDifferences(fixed.again.request, fixed.request);
    return fixed;
}

}
