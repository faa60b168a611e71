// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/Terminal.h"
#include "core/base/CannotRead.h"
#include "core/base/ControlCharacters.h"
#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/export/AttemptBundle.h"
#include "core/export/BuildScript.h"
#include "core/export/HtmlReport.h"
#include "core/export/MarkdownReport.h"
#include "core/history/RunningSteps.h"
#include "core/history/TraceFile.h"
#include "core/redact/PrivacyFilter.h"
#include "core/store/AttemptFiles.h"

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
    RegularFile bundle(folder.filePath(bundleFileName(attempt.number)));
    orFail(saveBundle(attempt, wish, bundle.fileName()));
    if (!bundle.open(QIODevice::ReadOnly))
        fail(cannotRead(bundle.fileName(), bundle).message);
    bool isWritten = true;
    while (isWritten && !bundle.atEnd()) {
        const QByteArray piece = bundle.read(1 << 20);
        if (piece.isEmpty())
            fail(cannotRead(bundle.fileName(), bundle).message);
        isWritten = writeOutput(piece);
    }
    if (!isWritten)
        fail(QStringLiteral("Cannot write to standard output: the program that reads it has ended, or there "
                            "is no space for it."));
}

void exportBundle(const AttemptSummary& attempt, const CommandLine& line, Console& console)
{
    const QString name = line.has("output") ? line.value("output") : bundleFileName(attempt.number);
    BundleWish wish;
    wish.keepsNames = line.has("keep-names");
    if (name == QLatin1String("-")) {
        if (console.isTerminal())
            wrongUse(QStringLiteral("A bundle is not text for a terminal; --output FILE is needed."));
        return printBundle(attempt, wish);
    }
    if (!line.has("output") && QFileInfo::exists(name))
        fail(QStringLiteral(
            "%1 exists already; name another file with --output FILE, or the same one to replace it.")
                 .arg(name));
    orFail(saveBundle(attempt, wish, name));
    console.print(QStringLiteral("Written: %1").arg(name));
}

// The only texts of others in it are the outputs of steps.
Result<void> writeSteps(const AttemptSummary& attempt, const CommandLine& line, const TextSink& sink)
{
    const QString format = line.value("format");
    const PrivacyFilter filter
        = line.has("keep-names") ? PrivacyFilter::secretsOnly() : PrivacyFilter(ownPrivateNames());
    QVector<EdgeRecord> edges = orFail(readEdges(attempt.folder));
    if (format != QLatin1String("csv"))
        edges += orFail(readCutSteps(attempt, edges));
    for (EdgeRecord& edge : edges)
        edge.output = withoutControls(filter.shown(edge.output));
    const EdgeTimeline timeline = timelineOf(std::move(edges));
    return format == QLatin1String("csv") ? writeStepsCsv(timeline, sink)
                                          : writeTrace(attempt, timeline, sink);
}

// A trace has thousands of steps and samples, so it is written as it is made.
void exportSteps(const AttemptSummary& attempt, const CommandLine& line, Console& console)
{
    if (!line.has("output")) {
        orFail(writeSteps(attempt, line, [&console](const QByteArray& piece) {
            console.printRaw(piece);
            return Result<void>();
        }));
        return;
    }
    QSaveFile file(line.value("output"));
    const auto cannotWrite = [&file] {
        return Error { QStringLiteral("Cannot write %1: %2.").arg(file.fileName(), file.errorString()) };
    };
    if (!file.open(QIODevice::WriteOnly))
        fail(cannotWrite().message);
    orFail(writeSteps(attempt, line, [&](const QByteArray& piece) {
        return file.write(piece) == piece.size() ? Result<void>() : Result<void>(cannotWrite());
    }));
    if (!file.flush() || file.error() != QFileDevice::NoError || !file.commit())
        fail(cannotWrite().message);
    console.print(QStringLiteral("Written: %1").arg(file.fileName()));
}

int exportAttempt(const CommandLine& line, Console& console)
{
    const QString format = line.value("format");
    const bool isBundle = format == QLatin1String("bundle");
    const bool isHtml = format == QLatin1String("html");
    const bool isSteps = format == QLatin1String("trace") || format == QLatin1String("csv");
    const auto script = scriptKindFromId(format);
    if (!isBundle && !isHtml && !isSteps && !script && format != QLatin1String("md"))
        wrongUse(QStringLiteral("--format md, html, sh, bat, bundle, trace or csv is needed."));
    if (!isBundle && !isHtml && !isSteps && line.has("keep-names"))
        wrongUse(QStringLiteral("--keep-names is for --format bundle, html, trace and csv."));
    const AttemptSummary attempt = readableAttempt(line.positional().value(0));
    if (isBundle) {
        exportBundle(attempt, line, console);
        return ExitCode::Good;
    }
    if (isSteps) {
        exportSteps(attempt, line, console);
        return ExitCode::Good;
    }
    if (script && attempt.record.plan.stages.isEmpty())
        fail(QStringLiteral("Attempt %1 ended before its commands were planned, so no script can be written.")
                 .arg(attempt.number));
    const QByteArray content = script ? orFail(attemptScript(attempt, *script))
        : isHtml                      ? orFail(
                                   htmlReport(attempt, line.has("keep-names") ? std::nullopt : std::optional(ownPrivateNames())))
                 : markdownReport(attempt, AttemptFiles::readFindings(attempt.folder)).toUtf8();
    if (line.has("output"))
        writeExport(line.value("output"), content, console);
    else
        console.printRaw(content);
    return ExitCode::Good;
}

}

Subcommand attemptsExportCommand()
{
    return { "attempts export", "N --format md|html|sh|bat|bundle|trace|csv [--output FILE] [--keep-names]",
        "Writes an attempt as a report, a script, a bundle or its steps over time. The report is Markdown, "
        "or "
        "one HTML file with charts that needs no network; the script does the same build by hand; the bundle "
        "is one file with all that is known of it, which opens on another machine; the trace has stages, "
        "steps, memory and cores for Perfetto (ui.perfetto.dev) and chrome://tracing; the csv has one step a "
        "line.",
        0, 1,
        { { "format", "NAME", "md, html, sh, bat, bundle, trace or csv" },
            { "output", "FILE",
                "where to; default: standard output, for a bundle such as attempt-0002.torchmason" },
            { "keep-names", "",
                "do not replace the names of users, computers and the home folder in a bundle, an HTML "
                "report, a trace or a csv" } },
        exportAttempt };
}

}
