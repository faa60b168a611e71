// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/StartAndWatch.h"

#include "app/cli/BuildWatch.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/attempt/RunnerClient.h"
#include "core/base/AppPaths.h"
#include "core/stages/StagePlan.h"

namespace torchmason::cli {

void declareStartOptions(CommandLine& line)
{
    line.option(QStringLiteral("clean"), {}, QStringLiteral("empty the build folder first"));
    line.option(QStringLiteral("detach"), {}, QStringLiteral("start, print the attempt's number and return"));
    line.option(
        QStringLiteral("json"), {}, QStringLiteral("for programs: no progress, the attempt at the end"));
}

int startAndWatch(const BuildRequest& wanted, const CommandLine& line, Console& console)
{
    BuildRequest request = wanted;
    request.clean = request.clean || line.has(QStringLiteral("clean"));
    if (const auto plan = makeStagePlan(request, hostPlatform()); !plan)
        return console.wrongUse(plan.error().message);
    const auto started = startAttempt(request, AttemptStore(AppPaths::attemptsFolder()));
    if (!started)
        return console.failed(started.error().message);
    if (line.has(QStringLiteral("json")))
        console.onlyJson();
    console.print(QStringLiteral("Attempt %1: %2").arg(started->number).arg(started->folder));
    if (line.has(QStringLiteral("detach"))) {
        if (console.isOnlyJson())
            console.printJson(
                { { "schema", 1 }, { "attempt", started->number }, { "folder", toJson(started->folder) } });
        console.print(
            QStringLiteral("Watch it with: torchmason-cli attempts attach %1").arg(started->number));
        return ExitCode::Good;
    }
    return BuildWatch(started->folder, started->number, console, BuildWatch::Interrupt::StopsBuild).run();
}

}
