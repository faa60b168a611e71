// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/StartAndWatch.h"
#include "app/cli/WishOptions.h"
#include "core/attempt/StageInputs.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/config/DetectionNeeds.h"
#include "core/preflight/Preflight.h"
#include "core/solver/CheckReport.h"

namespace torchmason::cli {

namespace {

// Tells what the checks say; answers how much of it stands in the way.
int warnAboutChecks(
    const HostFacts& facts, const Profile& profile, const BuildRequest& request, Console& console)
{
    const QVector<CheckRow> rows = diskRows(request) + preflight(facts, profile, request);
    for (const CheckRow& row : rows) {
        if (row.state == CheckState::Fail || row.state == CheckState::Warning)
            console.complain(checkLine(row));
    }
    if (request.gate == GateUse::On && !request.hasGate())
        console.complain(QStringLiteral("The memory gate needs Ninja; this build runs without it."));
    return verdictOf(rows).failures;
}

int run(const CommandLine& line, Console& console)
{
    const auto [profile, wishes] = readWishedBuild(line, console);
    if (profile.source.kind == SourceKind::ExistingTree && wishes.sourceFolder.isEmpty())
        wrongUse(QStringLiteral("The profile %1 builds an existing source tree: --source DIR is needed.")
                     .arg(profile.id));
    const HostFacts facts = detectWithBuilds(detectionFor(profile, wishes));
    BuildRequest request = orFail(makeRequest(profile, facts, wishes));
    applyStartOptions(line, request); // what is cleaned first is no obstacle
    if (const QString missing = startWhereNothingIsConfigured(request); !missing.isEmpty())
        console.complain(QStringLiteral("Begins with configuring: %1.").arg(missing));
    const int blockers = warnAboutChecks(facts, profile, request, console);
    if (blockers > 0 && !line.has("anyway"))
        fail(QStringLiteral("Nothing was started: %1. `torchmason-cli check` with the same options says what "
                            "to change; --anyway starts the build regardless.")
                 .arg(blockers == 1
                         ? QStringLiteral("one thing must be fixed, marked \"fail\" above")
                         : QStringLiteral("%1 things must be fixed, marked \"fail\" above").arg(blockers)));
    return startAndWatch(request, line, console);
}

}

Subcommand buildCommand()
{
    return { "build", "--profile ID | --like N [options]",
        "Builds, shows the progress, and says why a build failed. The build goes on by itself if this "
        "program is killed; Ctrl-C stops it.",
        0, 0,
        QVector<Option> { profileOption, likeOption } + wishOptions() + folderOptions() + startOptions()
            + QVector<Option> { { "anyway", "", "start also where a check fails" } },
        run,
        "Exit code: 0 the build succeeded (with --detach: it was started), 1 it did not, or something blocks "
        "it, 2 wrong usage." };
}

}
