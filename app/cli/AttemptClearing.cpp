// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/history/FolderClearing.h"

#include <QDir>

namespace torchmason::cli {

namespace {

FolderUse buildFolderOf(const AttemptSummary& attempt, const QVector<AttemptSummary>& attempts)
{
    for (const FolderUse& folder : diskUseOf(attempts).of(FolderKind::Build)) {
        if (folder.attempts.contains(attempt.number))
            return folder;
    }
    fail(QStringLiteral("The build folder of attempt %1 is not there: %2.")
             .arg(QString::number(attempt.number), attempt.record.request.buildFolder));
}

int run(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = ownAttempt(line.positional().value(0));
    const QVector<AttemptSummary> attempts = AttemptStore(AppPaths::attemptsFolder()).list();
    const FolderUse folder = buildFolderOf(attempt, attempts);
    const bool isPreview = line.has("dry-run");
    const bool isEmpty = folder.files == 0;
    const QStringList losses = isEmpty ? QStringList() : orFail(planClearing(folder, attempts));
    const QString name = QDir::toNativeSeparators(folder.folder);
    if (!isEmpty && !isPreview && !line.has("yes"))
        fail(QStringLiteral("Clearing %1 would free %2. %3 To do it, add --yes.")
                 .arg(name, formatBytes(folder.bytes), losses.join(QLatin1Char(' '))));
    FolderCount gone;
    gone.files = folder.files;
    gone.bytes = folder.bytes;
    if (!isEmpty && !isPreview)
        gone = orFail(clearBuildFolder(folder, attempts));
    if (line.has("json")) {
        console.printJson(
            { { "schema", 1 }, { "cleared", !isPreview && !isEmpty }, { "folder", toJson(folder.folder) },
                { "bytes", gone.bytes }, { "files", gone.files }, { "losses", toJson(losses) } });
        return ExitCode::Good;
    }
    if (isEmpty)
        console.print(QStringLiteral("%1 is empty.").arg(name));
    else
        console.print((isPreview ? QStringLiteral("Clearing %1 would free %2 (files: %3).")
                                 : QStringLiteral("Cleared %1, freed %2 (files: %3)."))
                          .arg(name, formatBytes(gone.bytes), QString::number(gone.files)));
    for (const QString& loss : isPreview ? losses : QStringList())
        console.print(QStringLiteral("  ") + loss);
    return ExitCode::Good;
}

}

Subcommand attemptsClearCommand()
{
    return { "attempts clear", "N [--dry-run] [--yes] [--json]",
        "Empties the build folder of an attempt, and keeps the folder. The next build there compiles "
        "everything again; caches and Python environments stay.",
        1, 1,
        { { "dry-run", "", "print what would be cleared, and clear nothing" },
            { "yes", "", "do it; without this the command says what would be cleared and fails" },
            forPrograms },
        run };
}

}
