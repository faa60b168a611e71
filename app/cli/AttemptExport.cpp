// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/Terminal.h"
#include "core/base/WholeFile.h"
#include "core/export/AttemptBundle.h"
#include "core/export/AttemptComparison.h"
#include "core/export/BuildScript.h"
#include "core/export/MarkdownReport.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QTemporaryDir>

namespace torchmason::cli {

namespace {

Result<QByteArray> exported(const AttemptSummary& attempt, const QString& format)
{
    if (const auto kind = scriptKindFromId(format))
        return attemptScript(attempt, *kind);
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

int printBundle(const AttemptSummary& attempt, const BundleWish& wish, Console& console)
{
    const QTemporaryDir folder;
    QFile bundle(folder.filePath(bundleFileName(attempt.number)));
    if (const auto saved = saveBundle(attempt, wish, bundle.fileName()); !saved)
        return console.failed(saved.error().message);
    bool isWritten = bundle.open(QIODevice::ReadOnly);
    while (isWritten && !bundle.atEnd())
        isWritten = writeOutput(bundle.read(1 << 20));
    return isWritten
        ? ExitCode::Good
        : console.failed(QStringLiteral("Cannot write to standard output: the program that reads "
                                        "it has ended, or there is no room for it."));
}

int exportBundle(const AttemptSummary& attempt, const CommandLine& line, Console& console)
{
    const QString name = line.has(QStringLiteral("output")) ? line.value(QStringLiteral("output"))
                                                            : bundleFileName(attempt.number);
    BundleWish wish;
    wish.keepsNames = line.has(QStringLiteral("keep-names"));
    if (name == QLatin1String("-")) {
        if (console.isTerminal())
            return console.wrongUse(
                QStringLiteral("a bundle is no text for a terminal; --output FILE is needed."));
        return printBundle(attempt, wish, console);
    }
    if (!line.has(QStringLiteral("output")) && QFileInfo::exists(name))
        return console.failed(
            QStringLiteral("%1 is there already; --output FILE names another one, or the same.").arg(name));
    if (const auto saved = saveBundle(attempt, wish, name); !saved)
        return console.failed(saved.error().message);
    console.print(QStringLiteral("Written: %1").arg(name));
    return ExitCode::Good;
}

CommandLine exportLine()
{
    CommandLine line(
        QStringLiteral("attempts export N --format md|sh|bat|bundle [--output FILE] [--keep-names]"),
        QStringLiteral(
            "Writes an attempt as a Markdown report, as a script that does the same build by hand, or as\n"
            "a bundle: one file with all that is known of it, which opens on another machine."));
    line.option(QStringLiteral("format"), QStringLiteral("NAME"), QStringLiteral("md, sh, bat or bundle"));
    line.option(QStringLiteral("output"), QStringLiteral("FILE"),
        QStringLiteral("where to; default: standard output, for a bundle attempt-NUMBER.torchmason"));
    line.option(QStringLiteral("keep-names"), {},
        QStringLiteral("leave names of users, computers and the home folder in a bundle"));
    return line;
}

}

int exportAttempt(const QStringList& words, Console& console)
{
    CommandLine line = exportLine();
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const QString format = line.value(QStringLiteral("format"));
    const bool isBundle = format == QLatin1String("bundle");
    if (QStringList { QStringLiteral("html"), QStringLiteral("trace") }.contains(format))
        return console.wrongUse(
            QStringLiteral("this version cannot write %1 yet; md, sh, bat and bundle can be had.")
                .arg(format));
    if (!isBundle
        && !QStringList { QStringLiteral("md"), QStringLiteral("sh"), QStringLiteral("bat") }.contains(
            format))
        return console.wrongUse(QStringLiteral("--format md, sh, bat or bundle is needed."));
    if (!isBundle && line.has(QStringLiteral("keep-names")))
        return console.wrongUse(QStringLiteral("--keep-names is for --format bundle."));
    const auto attempt = attemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (!attempt->error.isEmpty())
        return console.failed(attempt->error);
    if (isBundle)
        return exportBundle(*attempt, line, console);
    if (format != QLatin1String("md") && attempt->record.plan.stages.isEmpty())
        return console.failed(
            QStringLiteral("attempt %1 never got a plan, so there is nothing to write as a script.")
                .arg(attempt->number));
    const auto content = exported(*attempt, format);
    if (!content)
        return console.failed(content.error().message);
    if (line.has(QStringLiteral("output")))
        return writeExport(line.value(QStringLiteral("output")), *content, console);
    console.printRaw(*content);
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
