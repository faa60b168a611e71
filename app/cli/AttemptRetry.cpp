// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/StartAndWatch.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/attempt/FixApplication.h"
#include "core/attempt/Repetition.h"
#include "core/config/TreeBackend.h"
#include "core/detect/Detection.h"

#include <algorithm>

namespace torchmason::cli {

namespace {

const Fix* fixNamed(const QVector<Finding>& findings, const QString& id)
{
    for (const Finding& finding : findings) {
        for (const Fix& fix : finding.fixes) {
            if (fix.id == id || finding.rule + QLatin1Char('/') + fix.id == id)
                return &fix;
        }
    }
    return nullptr;
}

// CMake itself had ended well, so that compiling can go on where the comparison had stopped.
bool stoppedForConfiguration(const QString& folder)
{
    const QVector<Finding> findings = findingsOf(folder);
    return std::any_of(findings.begin(), findings.end(),
        [](const Finding& finding) { return finding.rule == QLatin1String("part-switched-off"); });
}

Fix acceptingFix()
{
    Fix fix;
    fix.kind = fix.id = QStringLiteral("accept-configuration");
    fix.action = Json::object();
    return fix;
}

void putOver(const RequestWishes& wishes, BuildRequest& request)
{
    for (const FlagValue& flag : wishes.flags)
        request.configuration.setFlag(flag);
    for (const EnvironmentValue& variable : wishes.environment)
        request.configuration.setEnvironment(variable);
    if (!wishes.flags.isEmpty() || !wishes.environment.isEmpty()) {
        request.acceptConfiguration = false; // what was accepted was another one
        startNoLaterThan(QStringLiteral("configure"), request);
    }
    if (!wishes.targets.isEmpty()) {
        request.targets = wishes.targets;
        startNoLaterThan(QStringLiteral("compile"), request);
    }
    if (wishes.jobs) {
        request.jobs = wishes.jobs;
        request.jobsWithoutGate.reset();
    }
    if (wishes.memoryLimit)
        request.memoryLimit = wishes.memoryLimit;
    const GateUse before = request.gate;
    if (wishes.gate)
        request.gate = *wishes.gate;
    else if (wishes.memoryLimit && before == GateUse::Off)
        request.gate = GateUse::WhereFree;
    if (request.gate != GateUse::Off && request.gate != before)
        startNoLaterThan(QStringLiteral("configure"), request); // which names the launchers
    if (!wishes.backend.isEmpty()) {
        request.backend = settledBackend(wishes.backend, request.sourceFolder);
        startNoLaterThan(QStringLiteral("configure"), request);
    }
    if (!wishes.fromStage.isEmpty())
        request.fromStage = wishes.fromStage;
    if (!wishes.untilStage.isEmpty())
        request.untilStage = wishes.untilStage;
    request.skippedStages += wishes.skippedStages;
}

}

int retryAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts retry N [--apply FIX] [options]"),
        QStringLiteral("Does an attempt again, from the stage that did not end well, as a new attempt."));
    line.option(QStringLiteral("apply"), QStringLiteral("FIX"),
        QStringLiteral("the name in brackets behind a fix of `attempts show N`"));
    declareWishes(line);
    declareStartOptions(line);
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    if (line.has(QStringLiteral("json")))
        console.onlyJson();
    const auto wishes = readWishes(line);
    if (!wishes)
        return console.wrongUse(wishes.error().message + QLatin1Char('.'));
    if (!wishes->sourceFolder.isEmpty() || !wishes->buildFolder.isEmpty())
        return console.wrongUse(
            QStringLiteral("a retry uses the folders of its attempt; use build for other ones."));
    if (wishes->venv || !wishes->packages.isEmpty() || !wishes->wheels.isEmpty())
        return console.wrongUse(
            QStringLiteral("a retry uses the Python of its attempt; use build for another one."));
    const auto attempt = attemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (!attempt->error.isEmpty())
        return console.failed(attempt->error);
    if (attempt->record.state == AttemptState::Running || attempt->record.state == AttemptState::Requested)
        return console.failed(QStringLiteral("attempt %1 still runs.").arg(attempt->number));
    const BuildRequest& before = attempt->record.request;
    const Repetition repetition
        = repetitionOf(attempt->record, detectHost({ {}, before.sourceFolder, before.buildFolder }));
    if (!repetition.changes.isEmpty())
        console.print(QStringLiteral("Begins at configuring at the latest: %1.")
                          .arg(repetition.changes.join(QLatin1String("; "))));
    BuildRequest request = repetition.request;
    if (line.has(QStringLiteral("clean")))
        startNoLaterThan(QStringLiteral("configure"), request);
    if (line.has(QStringLiteral("apply"))) {
        const QVector<Finding> findings = findingsOf(attempt->folder);
        const Fix* fix = fixNamed(findings, line.value(QStringLiteral("apply")));
        if (!fix)
            return console.wrongUse(QStringLiteral("attempt %1 has no fix \"%2\".")
                                        .arg(attempt->number)
                                        .arg(line.value(QStringLiteral("apply"))));
        if (const auto applied = applyFix(*fix, request); !applied)
            return console.failed(applied.error().message);
        console.print(QStringLiteral("Applying: %1").arg(fix->title));
    }
    if (line.has(QStringLiteral("accept-configuration")) && stoppedForConfiguration(attempt->folder)) {
        if (const auto applied = applyFix(acceptingFix(), request); !applied)
            return console.failed(applied.error().message);
    }
    putOver(*wishes, request);
    return startAndWatch(request, line, console);
}

}
