// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/Terminal.h"
#include "core/base/WholeFile.h"
#include "core/export/AttemptBundle.h"
#include "core/export/AttemptComparison.h"
#include "core/export/BuildScript.h"
#include "core/export/MarkdownReport.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QTemporaryDir>

namespace torchmason::cli {

namespace {

void writeExport(const QString& path, const QByteArray& content, Console& console)
{
    QSaveFile file(path);
    if (!writeWhole(file, content))
        fail(QStringLiteral("Cannot write %1: %2.").arg(path, file.errorString()));
    console.print(QStringLiteral("Written: %1").arg(path));
}

void printBundle(const AttemptSummary& attempt, const BundleWish& wish)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        fail(QStringLiteral("Cannot make a temporary folder: %1.").arg(folder.errorString()));
    QFile bundle(folder.filePath(bundleFileName(attempt.number)));
    orFail(saveBundle(attempt, wish, bundle.fileName()));
    if (!bundle.open(QIODevice::ReadOnly))
        fail(QStringLiteral("Cannot read %1: %2.").arg(bundle.fileName(), bundle.errorString()));
    bool isWritten = true;
    while (isWritten && !bundle.atEnd()) {
        const QByteArray piece = bundle.read(1 << 20);
        if (piece.isEmpty())
            fail(QStringLiteral("Cannot read %1: %2.").arg(bundle.fileName(), bundle.errorString()));
        isWritten = writeOutput(piece);
    }
    if (!isWritten)
        fail(QStringLiteral(
            "Cannot write to standard output: the program that reads it has ended, or there is no "
            "room for it."));
}

void exportBundle(const AttemptSummary& attempt, const CommandLine& line, Console& console)
{
    const QString name = line.has("output") ? line.value("output") : bundleFileName(attempt.number);
    BundleWish wish;
    wish.keepsNames = line.has("keep-names");
    if (name == QLatin1String("-")) {
        if (console.isTerminal())
            wrongUse(QStringLiteral("a bundle is no text for a terminal; --output FILE is needed."));
        return printBundle(attempt, wish);
    }
    if (!line.has("output") && QFileInfo::exists(name))
        fail(QStringLiteral("%1 is there already; --output FILE names another one, or the same.").arg(name));
    orFail(saveBundle(attempt, wish, name));
    console.print(QStringLiteral("Written: %1").arg(name));
}

int exportAttempt(const CommandLine& line, Console& console)
{
    const QString format = line.value("format");
    const bool isBundle = format == QLatin1String("bundle");
    if (QStringList { QStringLiteral("html"), QStringLiteral("trace") }.contains(format))
        wrongUse(QStringLiteral("this version cannot write %1 yet; md, sh, bat and bundle can be had.")
                     .arg(format));
    const auto script = scriptKindFromId(format);
    if (!isBundle && !script && format != QLatin1String("md"))
        wrongUse(QStringLiteral("--format md, sh, bat or bundle is needed."));
    if (!isBundle && line.has("keep-names"))
        wrongUse(QStringLiteral("--keep-names is for --format bundle."));
    const AttemptSummary attempt = readableAttempt(line.positional().value(0));
    if (isBundle) {
        exportBundle(attempt, line, console);
        return ExitCode::Good;
    }
    if (script && attempt.record.plan.stages.isEmpty())
        fail(QStringLiteral("attempt %1 never got a plan, so there is nothing to write as a script.")
                 .arg(attempt.number));
    const QByteArray content = script ? orFail(attemptScript(attempt, *script))
                                      : markdownReport(attempt.record, findingsOf(attempt.folder)).toUtf8();
    if (line.has("output"))
        writeExport(line.value("output"), content, console);
    else
        console.printRaw(content);
    return ExitCode::Good;
}

int compare(const CommandLine& line, Console& console)
{
    const AttemptSummary left = readableAttempt(line.positional().value(0));
    const AttemptSummary right = readableAttempt(line.positional().value(1));
    const QVector<AttemptDifference> differences = compareRecords(left.record, right.record);
    Json rows = Json::array();
    QVector<QStringList> table { { QStringLiteral("What"), QString::number(left.number),
        QString::number(right.number) } };
    for (const AttemptDifference& difference : differences) {
        rows.push_back({ { "group", toJson(difference.group) }, { "name", toJson(difference.name) },
            { "left", toJson(difference.left) }, { "right", toJson(difference.right) } });
        const auto shown = [](const QString& value) { return value.isEmpty() ? QStringLiteral("-") : value; };
        table.append({ difference.group + QLatin1Char(' ') + difference.name, shown(difference.left),
            shown(difference.right) });
    }
    if (line.has("json"))
        console.printJson(
            { { "schema", 1 }, { "left", left.number }, { "right", right.number }, { "differences", rows } });
    else if (differences.isEmpty())
        console.print(QStringLiteral("Nothing differs but the time."));
    else
        console.printTable(table);
    return ExitCode::Good;
}

}

Subcommand attemptsExportCommand()
{
    return { "attempts export", "N --format md|sh|bat|bundle [--output FILE] [--keep-names]",
        "Writes an attempt as a report, as a script or as a bundle. The report is Markdown; the script does "
        "the same "
        "build by hand; the bundle is one file with all that is known of it, which opens on another machine.",
        0, 1,
        { { "format", "NAME", "md, sh, bat or bundle" },
            { "output", "FILE",
                "where to; default: standard output, for a bundle attempt-NUMBER.torchmason" },
            { "keep-names", "", "leave names of users, computers and the home folder in a bundle" } },
        exportAttempt };
}

Subcommand attemptsCompareCommand()
{
    return { "attempts compare", "N M [--json]",
        "Shows what differs between two attempts: outcome, flags, environment, tools, durations.", 0, 2,
        { forPrograms }, compare };
}

}
