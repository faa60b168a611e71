// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptViews.h"
#include "app/cli/AttemptsCommand.h"
#include "core/base/AppPaths.h"
#include "core/base/WholeFile.h"
#include "core/export/HistoryReport.h"
#include "core/store/AttemptFiles.h"

#include <QSaveFile>

namespace torchmason::cli {

namespace {

ReportedAttempt withFindings(const AttemptSummary& attempt)
{
    return { attempt, AttemptFiles::readFindings(attempt.folder), attempt.notes.note, attempt.notes.tags };
}

int report(const CommandLine& line, Console& console)
{
    HistoryReportWish wish;
    wish.keepsNames = line.has("keep-names");
    for (const QString& word : line.positional())
        wish.numbers << attemptNamed(word).number;
    QVector<ReportedAttempt> all;
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list())
        all.append(withFindings(attempt));
    const QByteArray content = historyReport(all, wish).toUtf8();
    if (!line.has("output")) {
        console.printRaw(content);
        return ExitCode::Good;
    }
    QSaveFile file(line.value("output"));
    if (!writeWhole(file, content))
        fail(QStringLiteral("Cannot write %1: %2.").arg(line.value("output"), file.errorString()));
    console.print(QStringLiteral("Written: %1").arg(line.value("output")));
    return ExitCode::Good;
}

}

Subcommand attemptsReportCommand()
{
    constexpr int asMany = 10'000;
    return { "attempts report", "[N...] [--output FILE] [--keep-names]",
        "Writes all attempts, or those named, as one Markdown document. It has what stands out, a table, and "
        "of each attempt what changed since the one before it in the same tree, how it ended and what was "
        "learned.",
        0, asMany,
        { { "output", "FILE", "where to; default: standard output" },
            { "keep-names", "", "do not replace the names of users, computers and the home folder" } },
        report };
}

}
