// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"

namespace torchmason::cli {

enum ExitCode : int {
    Good = 0,
    Failed = 1, // what was asked for did not succeed
    WrongUse = 2, // the words make no sense; one sentence says which
};

// One subcommand stands in one file, `PlanCommand.cpp`, with one function, `planCommand`, which is declared
// below and named in main.cpp. What --help prints is made of this.
struct Subcommand {
    const char* name; // "attempts show": its first word may have several
    const char* usage; // what stands behind the name: "N [--json]"
    const char* summary; // its first sentence stands in lists of subcommands, too
    int leastWords; // besides the options
    int mostWords;
    QVector<Option> options;
    int (*run)(const CommandLine& line, Console& console); // answers the exit code
    const char* note = ""; // below the options
};

// What ends a subcommand at once: main.cpp prints the sentence. Not from slots of Qt.
struct Ending {
    ExitCode code;
    QString sentence;
};
[[noreturn]] void fail(const QString& sentence);
[[noreturn]] void wrongUse(const QString& sentence);
// " (did you mean `attempts list`?)", for the words of a command that is not there; empty where none is near.
QString didYouMean(const QStringList& words);

template <typename T> T orFail(Result<T> result)
{
    if (!result)
        fail(result.error().message);
    if constexpr (!std::is_void_v<T>)
        return std::move(result).value();
}
template <typename T> T orWrongUse(Result<T> result)
{
    if (!result)
        wrongUse(result.error().message);
    if constexpr (!std::is_void_v<T>)
        return std::move(result).value();
}

Subcommand doctorCommand();
Subcommand profilesCommand();
Subcommand profilesCopyCommand();
Subcommand profilesImportCommand();
Subcommand profilesExportCommand();
Subcommand profilesRemoveCommand();
Subcommand checkCommand();
Subcommand planCommand();
Subcommand buildCommand();
Subcommand attemptsCommand();
Subcommand attemptsShowCommand();
Subcommand attemptsLogCommand();
Subcommand attemptsStopCommand();
Subcommand attemptsAttachCommand();
Subcommand attemptsLimitsCommand();
Subcommand attemptsRetryCommand();
Subcommand attemptsInstallCommand();
Subcommand attemptsCompareCommand();
Subcommand attemptsTimeCommand();
Subcommand attemptsPatternsCommand();
Subcommand attemptsReportCommand();
Subcommand attemptsUnpatchCommand();
Subcommand attemptsExportCommand();
Subcommand attemptsImportCommand();
Subcommand attemptsNoteCommand();
Subcommand attemptsTagCommand();
Subcommand attemptsSearchCommand();
Subcommand attemptsUsageCommand();
Subcommand attemptsClearCommand();
Subcommand attemptsDeleteCommand();
Subcommand attemptsTidyCommand();
Subcommand diagnoseCommand();

}
