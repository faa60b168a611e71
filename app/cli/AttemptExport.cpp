// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/base/WholeFile.h"
#include "core/export/AttemptComparison.h"
#include "core/export/MarkdownReport.h"
#include "core/export/ScriptExport.h"
#include "core/stages/GateLaunchers.h"

#include <QSaveFile>

namespace torchmason::cli {

namespace {

QByteArray exported(const AttemptSummary& attempt, const QString& format)
{
    StagePlan plan = attempt.record.plan;
    if (attempt.record.request.hasGate()) {
        if (const auto without = makeStagePlan(withoutGate(attempt.record.request), hostPlatform()))
            plan = *without;
    }
    const ScriptTitle title { attempt.record.request.profileName, QString::number(attempt.number),
        attempt.record.request.patches };
    if (format == QLatin1String("sh"))
        return shellScript(plan, title);
    if (format == QLatin1String("bat"))
        return batchScript(plan, title);
    return markdownReport(attempt.record, findingsOf(attempt.folder)).toUtf8();
}

int writeExport(const QString& path, const QByteArray& content, Console& console)
{
    QSaveFile file(path);
    if (!writeWhole(file, content))
        return console.failed(QStringLiteral("Cannot write %1: %2.").arg(path, file.errorString()));
    console.print(QStringLiteral("Written: %1").arg(path));
    return ExitCode::Good;
}

}

int exportAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts export N --format md|sh|bat [--output FILE]"),
        QStringLiteral(
            "Writes an attempt as a Markdown report, or as a script that does the same build by hand."));
    line.option(QStringLiteral("format"), QStringLiteral("NAME"), QStringLiteral("md, sh or bat"));
    line.option(QStringLiteral("output"), QStringLiteral("FILE"),
        QStringLiteral("where to; default: standard output"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const QString format = line.value(QStringLiteral("format"));
    if (QStringList { QStringLiteral("html"), QStringLiteral("trace"), QStringLiteral("bundle") }.contains(
            format))
        return console.wrongUse(
            QStringLiteral("this version cannot write %1 yet; md, sh and bat can be had.").arg(format));
    if (!QStringList { QStringLiteral("md"), QStringLiteral("sh"), QStringLiteral("bat") }.contains(format))
        return console.wrongUse(QStringLiteral("--format md, sh or bat is needed."));
    const auto attempt = attemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (!attempt->error.isEmpty())
        return console.failed(attempt->error);
    if (format != QLatin1String("md") && attempt->record.plan.stages.isEmpty())
        return console.failed(
            QStringLiteral("attempt %1 never got a plan, so there is nothing to write as a script.")
                .arg(attempt->number));
    const QByteArray content = exported(*attempt, format);
    if (line.has(QStringLiteral("output")))
        return writeExport(line.value(QStringLiteral("output")), content, console);
    console.printRaw(content);
    return ExitCode::Good;
}

int compareAttempts(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts compare N M [--json]"),
        QStringLiteral(
            "Shows what differs between two attempts: outcome, flags, environment, tools, durations."));
    line.option(QStringLiteral("json"), {}, QStringLiteral("for programs"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 2))
        return *ends;
    const auto left = attemptNamed(line.positional().value(0), console, code);
    if (!left)
        return code;
    const auto right = attemptNamed(line.positional().value(1), console, code);
    if (!right)
        return code;
    for (const AttemptSummary* attempt : { &*left, &*right }) {
        if (!attempt->error.isEmpty())
            return console.failed(attempt->error);
    }
    const QVector<AttemptDifference> differences = compareRecords(left->record, right->record);
    Json rows = Json::array();
    QVector<QStringList> table { { QStringLiteral("What"), QString::number(left->number),
        QString::number(right->number) } };
    for (const AttemptDifference& difference : differences) {
        rows.push_back({ { "group", toJson(difference.group) }, { "name", toJson(difference.name) },
            { "left", toJson(difference.left) }, { "right", toJson(difference.right) } });
        const auto shown = [](const QString& value) { return value.isEmpty() ? QStringLiteral("-") : value; };
        table.append({ difference.group + QLatin1Char(' ') + difference.name, shown(difference.left),
            shown(difference.right) });
    }
    if (line.has(QStringLiteral("json")))
        console.printJson({ { "schema", 1 }, { "left", left->number }, { "right", right->number },
            { "differences", rows } });
    else if (differences.isEmpty())
        console.print(QStringLiteral("Nothing differs but the time."));
    else
        console.printTable(table);
    return ExitCode::Good;
}

}
