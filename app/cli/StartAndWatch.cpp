// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/StartAndWatch.h"

#include "app/cli/BuildWatch.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/attempt/QueueTurn.h"
#include "core/attempt/RunnerClient.h"
#include "core/base/AppPaths.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/stages/StagePlan.h"

#include <limits>

namespace torchmason::cli {

std::optional<QString> folderRefusal(const BuildRequest& request)
{
    for (const CheckRow& row : buildFolderRows(request)) {
        if (row.state == CheckState::Fail)
            return QStringLiteral("the build folder %1 cannot be used as it is. %2 %3")
                .arg(request.buildFolder, row.found, row.fixText);
    }
    return std::nullopt;
}

void declareStartOptions(CommandLine& line)
{
    line.switchWithChoice(QStringLiteral("clean"),
        { QStringLiteral("cache"), QStringLiteral("stale"), QStringLiteral("all"), QStringLiteral("none") },
        QStringLiteral("empty the build folder first; or forget CMake's cache alone, or what is\n"
                       "                            stale, too; none: take the folder as it is, unchecked"));
    line.option(QStringLiteral("accept-configuration"), {},
        QStringLiteral("go on though CMake switched off a part that was asked for"));
    line.option(QStringLiteral("queue"), {},
        QStringLiteral("wait until no other attempt builds; first come, first served"));
    line.option(
        QStringLiteral("allow-sleep"), {}, QStringLiteral("the machine may go to sleep while it builds"));
    line.option(QStringLiteral("detach"), {}, QStringLiteral("start, print the attempt's number and return"));
    line.option(
        QStringLiteral("json"), {}, QStringLiteral("for programs: no progress, the attempt at the end"));
}

namespace {

// Two builds at once are allowed, but they share memory and processors, and each takes all for its own.
void warnAboutOthers(const AttemptStore& store, Console& console)
{
    QStringList numbers;
    for (const AttemptSummary& other : attemptsBefore(store, std::numeric_limits<int>::max()))
        numbers << QString::number(other.number);
    if (!numbers.isEmpty())
        console.complain((numbers.size() == 1
                ? QStringLiteral("Attempt %1 builds at the same time and shares memory and processors with "
                                 "this one; with --queue this one waits its turn.")
                : QStringLiteral("Attempts %1 build at the same time and share memory and processors with "
                                 "this one; with --queue this one waits its turn."))
                             .arg(numbers.join(QStringLiteral(", "))));
}

}

void applyStartOptions(const CommandLine& line, BuildRequest& request)
{
    if (line.has(QStringLiteral("clean"))) {
        request.cleanLevel = line.value(QStringLiteral("clean"));
        request.clean = request.cleanLevel != QLatin1String("none");
    }
    request.acceptConfiguration |= line.has(QStringLiteral("accept-configuration"));
    request.queue = line.has(QStringLiteral("queue"));
    if (line.has(QStringLiteral("allow-sleep")))
        request.keepAwake = false;
}

int startAndWatch(const BuildRequest& wanted, const CommandLine& line, Console& console)
{
    BuildRequest request = wanted;
    applyStartOptions(line, request);
    const auto plan = makeStagePlan(request, hostPlatform());
    if (!plan)
        return console.wrongUse(plan.error().message);
    const AttemptStore store(AppPaths::attemptsFolder());
    if (!request.queue)
        warnAboutOthers(store, console);
    const auto started = startAttempt(request, store);
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
