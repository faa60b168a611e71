// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/base/AppPaths.h"
#include "core/patch/PatchUndo.h"

#include <QDir>

namespace torchmason::cli {

namespace {

// The number of a build that works in that tree at this moment; 0 where none does.
int builderOf(const QString& sourceFolder)
{
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list()) {
        const AttemptState state = attempt.record.state;
        const bool lives = state == AttemptState::Running || state == AttemptState::Requested;
        if (lives && QDir::cleanPath(attempt.record.request.sourceFolder) == QDir::cleanPath(sourceFolder))
            return attempt.number;
    }
    return 0;
}

}

int unpatchAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts unpatch N"),
        QStringLiteral("Puts back every source file that the attempt's patch stage changed, byte for byte."));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const auto attempt = ownAttemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    const QString source = patchedFolder(attempt->folder);
    if (const int builder = source.isEmpty() ? 0 : builderOf(source))
        return console.failed(QStringLiteral("attempt %1 builds in %2 at this moment; stop it first.")
                                  .arg(builder)
                                  .arg(source));
    const auto done
        = revertPatches(attempt->folder, [&console](const QString& text) { console.print(text); });
    if (!done)
        return console.failed(done.error().message);
    console.print(*done);
    return ExitCode::Good;
}

}
