// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/StartAndWatch.h"

#include "app/cli/BuildWatch.h"
#include "core/attempt/QueueTurn.h"
#include "core/attempt/RunnerClient.h"
#include "core/base/AppPaths.h"
#include "core/base/JoinedList.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/stages/StagePlan.h"

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

QVector<Option> folderOptions()
{
    return {
        { "clean", "",
            "clean the whole build folder first; or CMake's cache, or cache and stale\n"
            "                            objects; none: take the folder as it is, unchecked",
            Option::Once, "cache|stale|all|none" },
        { "accept-configuration", "", "go on though CMake switched off a part that was asked for" },
    };
}

QVector<Option> startOptions()
{
    return {
        { "queue", "", "wait until no other attempt builds; first come, first served" },
        { "allow-sleep", "", "the machine may go to sleep while it builds" },
        { "detach", "", "start, print the attempt's number and return" },
        { "json", "", "JSON for programs: no progress, the attempt at the end" },
    };
}

namespace {

// Two builds at once are allowed, but they share memory and processors, and each takes all for its own. Empty
// where this one is alone.
QString warningAboutOthers(const AttemptStore& store)
{
    QStringList numbers;
    for (const AttemptSummary& other : attemptsAtWork(store))
        numbers << QString::number(other.number);
    if (numbers.isEmpty())
        return {};
    return (numbers.size() == 1
            ? QStringLiteral("Attempt %1 builds at the same time and shares memory and processors with "
                             "this one; with --queue this one waits its turn.")
            : QStringLiteral("Attempts %1 build at the same time and share memory and processors with "
                             "this one; with --queue this one waits its turn."))
        .arg(joinedList(numbers));
}

}

void applyStartOptions(const CommandLine& line, BuildRequest& request)
{
    if (line.has("clean")) {
        request.cleanLevel = line.value("clean");
        request.clean = request.cleanLevel != QLatin1String("none");
    }
    request.acceptConfiguration |= line.has("accept-configuration");
    request.queue = line.has("queue");
    if (line.has("allow-sleep"))
        request.keepAwake = false;
}

int startAndWatch(const BuildRequest& wanted, const CommandLine& line, Console& console)
{
    BuildRequest request = wanted;
    applyStartOptions(line, request);
    orWrongUse(makeStagePlan(request, hostPlatform()));
    const AttemptStore store(AppPaths::attemptsFolder());
    const QString warning = request.queue ? QString() : warningAboutOthers(store);
    const ReservedAttempt started = orFail(startAttempt(request, store));
    if (!warning.isEmpty()) // only where it was started: a refusal says enough
        console.complain(warning);
    if (line.has("json"))
        console.onlyJson();
    console.print(QStringLiteral("Attempt %1: %2").arg(started.number).arg(started.folder));
    if (line.has("detach")) {
        if (console.isOnlyJson())
            console.printJson(
                { { "schema", 1 }, { "attempt", started.number }, { "folder", toJson(started.folder) } });
        console.print(QStringLiteral("Watch it with: torchmason-cli attempts attach %1").arg(started.number));
        return ExitCode::Good;
    }
    return BuildWatch(started.folder, started.number, console, BuildWatch::Interrupt::StopsBuild).run();
}

}
