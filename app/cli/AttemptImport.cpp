// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptViews.h"
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/export/BundleImport.h"
#include "core/history/LogImport.h"

#include <QFile>

#include <cstdio>

namespace torchmason::cli {

namespace {

ImportedLog logFrom(const QString& file, const AttemptStore& store)
{
    if (file != QLatin1String("-"))
        return orFail(importLogFile(file, store));
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        fail(QStringLiteral("Cannot read standard input: %1.").arg(input.errorString()));
    return orFail(importLog(input, QStringLiteral("standard input"), store));
}

void tell(const QString& file, const ImportedAttempt& imported, Console& console)
{
    console.print(imported.wasHere ? alreadyHereText(file, imported)
                                   : QStringLiteral("%1 is attempt %2 now: torchmason-cli attempts show %2")
                                         .arg(file)
                                         .arg(imported.number));
}

void tellLog(const QString& file, const ImportedLog& imported, Console& console)
{
    tell(file, imported, console);
    if (imported.wasHere)
        return;
    QStringList stages;
    for (const StageResult& stage : imported.record.stages)
        stages << QStringLiteral("%1 (%2)").arg(stage.id,
            stage.state == StageState::Running ? QStringLiteral("end not known") : stageStateId(stage.state));
    console.print(QStringLiteral("Stages: %1").arg(stages.join(QStringLiteral(", "))));
    for (const QString& sentence : { imported.problem, imported.record.error }) {
        if (!sentence.isEmpty())
            console.print(sentence);
    }
    if (!imported.findings.isEmpty())
        console.print(findingTexts(imported.findings).first().section(QLatin1Char('\n'), 0, 1));
}

Json logToJson(const ImportedLog& imported)
{
    Json stages = Json::array();
    for (const StageResult& stage : imported.record.stages) {
        Json row = { { "id", toJson(stage.id) }, { "state", toJson(stageStateId(stage.state)) } };
        if (stage.duration)
            row["durationMs"] = stage.duration->count();
        stages.push_back(std::move(row));
    }
    const AttemptState state
        = imported.record.state == AttemptState::Running ? AttemptState::Interrupted : imported.record.state;
    Json document = { { "state", toJson(attemptStateId(state)) }, { "stages", std::move(stages) } };
    if (!imported.problem.isEmpty())
        document["problem"] = toJson(imported.problem);
    if (!imported.findings.isEmpty())
        document["firstFinding"] = toJson(imported.findings.first());
    return document;
}

int run(const CommandLine& line, Console& console)
{
    const QString file = line.positional().value(0);
    if (file.isEmpty())
        wrongUse(QStringLiteral("The file of a bundle or of a log is needed."));
    const AttemptStore store(AppPaths::attemptsFolder());
    ImportedAttempt imported;
    Json document = Json::object();
    if (file != QLatin1String("-") && looksLikeBundle(file)) {
        imported = orFail(importBundle(file, store, line.has("large")));
        if (!line.has("json"))
            tell(file, imported, console);
    } else {
        const ImportedLog log = logFrom(file, store);
        imported = log;
        document = log.wasHere ? Json::object() : logToJson(log);
        if (!line.has("json"))
            tellLog(file, log, console);
    }
    if (line.has("json")) {
        Json answer = { { "schema", 1 }, { "number", imported.number }, { "folder", toJson(imported.folder) },
            { "already", imported.wasHere } };
        answer.update(document);
        console.printJson(answer);
    }
    return ExitCode::Good;
}

}

Subcommand attemptsImportCommand()
{
    return { "attempts import", "FILE|- [--large] [--json]",
        "Makes an attempt from a bundle that `attempts export` wrote, perhaps on another machine, or from "
        "the plain log of any build, also packed by gzip; - reads a log from standard input. It can be read "
        "like any other one, and nothing of it is built, stopped or put back here.",
        0, 1,
        { { "large", "", "also a bundle that unpacks to more than 1 GB and 200 times the size of its file" },
            forPrograms },
        run };
}

}
