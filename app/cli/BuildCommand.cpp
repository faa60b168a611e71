// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/BuildWatch.h"
#include "app/cli/Console.h"
#include "app/cli/StartAndWatch.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/buildfolder/DiskRows.h"
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

}

int runBuild(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("build --profile ID [options]"),
        QStringLiteral(
            "Builds, shows the progress, and says why it failed where it does. The build goes on by\n"
            "itself if this program is killed; Ctrl-C stops it."));
    declareProfileOption(line);
    declareWishes(line);
    declareStartOptions(line);
    line.option(QStringLiteral("anyway"), {}, QStringLiteral("start also where a check fails"));
    if (const auto code = line.parse(words, console))
        return *code;
    const auto profile = chosenProfile(line);
    if (!profile)
        return console.wrongUse(profile.error().message);
    const auto wishes = readWishes(line);
    if (!wishes)
        return console.wrongUse(wishes.error().message + QLatin1Char('.'));
    if (profile->source.kind == SourceKind::ExistingTree && wishes->sourceFolder.isEmpty())
        return console.wrongUse(
            QStringLiteral("the profile %1 builds a tree that is there already: --source DIR is needed.")
                .arg(profile->id));
    const HostFacts facts = detectHost(detectionFor(*profile, *wishes));
    const auto made = makeRequest(*profile, facts, *wishes);
    if (!made)
        return console.failed(made.error().message);
    BuildRequest request = *made;
    applyStartOptions(line, request); // what is cleaned first stands in nobody's way
    const int blockers = warnAboutChecks(facts, *profile, request, console);
    if (blockers > 0 && !line.has(QStringLiteral("anyway")))
        return console.failed(
            QStringLiteral("nothing was started, because %1 in the way. `torchmason-cli check` with the same "
                           "options says what would change that; --anyway builds all the same.")
                .arg(blockers == 1 ? QStringLiteral("what is marked \"fail\" stands")
                                   : QStringLiteral("%1 things marked \"fail\" stand").arg(blockers)));
    return startAndWatch(request, line, console);
}

}
