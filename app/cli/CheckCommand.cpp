// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WishOptions.h"
#include "core/base/AppPaths.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/config/DetectionNeeds.h"
#include "core/estimate/BuildEstimates.h"
#include "core/preflight/Preflight.h"
#include "core/solver/CheckReport.h"
#include "core/solver/Solver.h"

namespace torchmason::cli {

namespace {

// The facts with the programs of --use; those of another machine are found in its facts or not at all.
HostFacts factsOf(const std::optional<HostFacts>& host, const Profile& profile, const RequestWishes& wishes)
{
    if (!host)
        return detectWithBuilds(detectionFor(profile, wishes));
    HostFacts facts = *host;
    chooseNamed(facts, wishes.programs);
    return facts;
}

Json changesJson(const QVector<Change>& changes, const QStringList& given)
{
    Json list = Json::array();
    for (const Change& change : changes)
        list.push_back(toJson(change, given));
    return list;
}

int run(const CommandLine& line, Console& console)
{
    const auto [profile, wishes] = readWishedBuild(line, console);
    const auto host = hostNamedBy(line);
    const HostFacts facts = factsOf(host, profile, wishes);
    const Solution solution = solve({ facts, profile, wishes });
    const BuildRequest request = draftRequest(profile, facts, wishes).request;
    const BuildEstimate estimate = host ? estimateElsewhere(facts, profile, request)
                                        : estimateHere(facts, profile, request, AppPaths::attemptsFolder());
    const QVector<CheckRow> folderRows = host ? buildFolderRows(request, facts) : diskRows(request);
    const QVector<CheckRow> rows = folderRows + solution.rows + treeRows(facts, profile, request);
    const QVector<CheckRow> left = solution.left + failedRows(folderRows);
    const CheckVerdict verdict = verdictOf(rows);
    QStringList given = flagsGiven(line);
    if (line.has("no-gate"))
        given << QLatin1String(noGateOption);
    if (line.has("json")) {
        console.printJson(
            { { "schema", 1 }, { "profile", toJson(profile.id) }, { "verdict", toJson(verdict) },
                { "checks", toJson(rows, given) }, { "plan", changesJson(solution.plan, given) },
                { "left", toJson(left, given) }, { "estimate", toJson(estimate) } });
    } else {
        console.print(verdictText(verdict, QStringLiteral("%1 (%2)").arg(profile.name, profile.id)));
        if (!rows.isEmpty())
            console.printWrapped(QLatin1Char('\n') + checkReport(rows, console.isUtf8(), given));
        if (const QString plan = planReport(solution.plan, left, given); !plan.isEmpty())
            console.printWrapped(plan);
        console.printWrapped(estimateReport(estimate));
    }
    return verdict.failures > 0 ? ExitCode::Failed : ExitCode::Good;
}

}

Subcommand checkCommand()
{
    return { "check", "--profile ID | --like N [--host FACTS.json] [options]",
        "Finds what would make a build fail, before anything runs.", 0, 0,
        QVector<Option> { profileOption, likeOption, hostOption } + wishOptions()
            + QVector<Option> { { "json", "", "print the checks as JSON" } },
        run, "Exit code: 0 nothing blocks the build, 1 something does, 2 wrong usage." };
}

}
