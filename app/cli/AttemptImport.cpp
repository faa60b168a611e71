// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/export/BundleImport.h"

namespace torchmason::cli {

namespace {

int run(const CommandLine& line, Console& console)
{
    const QString file = line.positional().value(0);
    if (file.isEmpty())
        wrongUse(QStringLiteral("the file of a bundle is needed."));
    const auto imported
        = orFail(importBundle(file, AttemptStore(AppPaths::attemptsFolder()), line.has("large")));
    if (line.has("json")) {
        console.printJson({ { "schema", 1 }, { "number", imported.number },
            { "folder", toJson(imported.folder) }, { "already", imported.wasHere } });
        return ExitCode::Good;
    }
    const QString sentence = imported.wasHere
        ? QStringLiteral("%1 is attempt %2 already.")
        : QStringLiteral("%1 is attempt %2 now: torchmason-cli attempts show %2");
    console.print(sentence.arg(file).arg(imported.number));
    return ExitCode::Good;
}

}

Subcommand attemptsImportCommand()
{
    return { "attempts import", "FILE [--large] [--json]",
        "Makes an attempt of a bundle that `attempts export` wrote, perhaps on another machine. It can be "
        "read like "
        "any other one, and nothing of it is built, stopped or put back here.",
        0, 1,
        { { "large", "", "also where it becomes more than 1 GB and 200 times as large as its file" },
            forPrograms },
        run };
}

}
