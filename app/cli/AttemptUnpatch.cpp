// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/patch/PatchUndo.h"

#include <QDir>

namespace torchmason::cli {

namespace {

// The number of a build that works in that tree at this moment; 0 where none does.
int builderOf(const QString& sourceFolder)
{
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).outlines()) {
        if (!hasEnded(attempt.record.state)
            && QDir::cleanPath(attempt.record.request.sourceFolder) == QDir::cleanPath(sourceFolder))
            return attempt.number;
    }
    return 0;
}

int run(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = ownAttempt(line.positional().value(0));
    const QString source = patchedFolder(attempt.folder);
    if (const int builder = source.isEmpty() ? 0 : builderOf(source))
        fail(QStringLiteral("Attempt %1 builds in %2 at this moment; stop it first.")
                 .arg(builder)
                 .arg(source));
    console.print(
        orFail(revertPatches(attempt.folder, [&console](const QString& text) { console.print(text); })));
    return ExitCode::Good;
}

}

Subcommand attemptsUnpatchCommand()
{
    return { "attempts unpatch", "N",
        "Puts back every source file that the attempt's patch stage changed, byte for byte.", 0, 1, {}, run };
}

}
