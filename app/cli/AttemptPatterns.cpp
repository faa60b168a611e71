// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptPatterns.h"

#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"

namespace torchmason::cli {

namespace {

int patterns(const CommandLine& line, Console& console)
{
    const auto found = attemptPatterns(AttemptStore(AppPaths::attemptsFolder()).list());
    if (line.has("json")) {
        console.printJson({ { "schema", 1 }, { "patterns", toJson(found) } });
        return ExitCode::Good;
    }
    if (found.isEmpty())
        console.print(QStringLiteral("The attempts show no pattern."));
    for (const AttemptPattern& pattern : found)
        console.printWrapped(QStringLiteral("- ") + pattern.sentence);
    return ExitCode::Good;
}

}

Subcommand attemptsPatternsCommand()
{
    return { "attempts patterns", "[--json]",
        "Shows patterns over several attempts. Findings that occurred repeatedly and what the attempts that "
        "got past them did differently, fixes that helped or did not, tools that changed before a "
        "failure, builds that became slower.",
        0, 0, { forPrograms }, patterns };
}

}
