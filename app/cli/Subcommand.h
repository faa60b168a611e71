// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason::cli {

class Console;

// One subcommand lives in one file, `PlanCommand.cpp`, with one function, `runPlan`, declared below and
// named in the table of main.cpp. It gets the words after the subcommand and answers the exit code.
enum ExitCode : int {
    Good = 0,
    Failed = 1, // the thing asked for did not succeed
    WrongUse = 2, // the words make no sense; one sentence says which
};

int runDoctor(const QStringList& words, Console& console);
int runProfiles(const QStringList& words, Console& console);
int runCheck(const QStringList& words, Console& console);
int runPlan(const QStringList& words, Console& console);
int runBuild(const QStringList& words, Console& console);
int runAttempts(const QStringList& words, Console& console);
int runDiagnose(const QStringList& words, Console& console);

}
