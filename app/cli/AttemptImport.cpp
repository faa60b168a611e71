// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/base/AppPaths.h"
#include "core/export/BundleImport.h"

namespace torchmason::cli {

int importAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts import FILE [--large] [--json]"),
        QStringLiteral("Makes an attempt of a bundle that `attempts export` wrote, perhaps on another "
                       "machine. It can be\n"
                       "read like any other one, and nothing of it is built, stopped or put back here."));
    line.option(QStringLiteral("large"), {},
        QStringLiteral("also where it becomes more than 1 GB and 200 times as large as its file"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("for programs"));
    if (const auto code = line.parse(words, console, 1))
        return *code;
    const QString file = line.positional().value(0);
    if (file.isEmpty())
        return console.wrongUse(QStringLiteral("the file of a bundle is needed."));
    const auto imported
        = importBundle(file, AttemptStore(AppPaths::attemptsFolder()), line.has(QStringLiteral("large")));
    if (!imported)
        return console.failed(imported.error().message);
    if (line.has(QStringLiteral("json"))) {
        console.printJson({ { "schema", 1 }, { "number", imported->number },
            { "folder", toJson(imported->folder) }, { "already", imported->wasHere } });
        return ExitCode::Good;
    }
    const QString sentence = imported->wasHere
        ? QStringLiteral("%1 is attempt %2 already.")
        : QStringLiteral("%1 is attempt %2 now: torchmason-cli attempts show %2");
    console.print(sentence.arg(file).arg(imported->number));
    return ExitCode::Good;
}

}
