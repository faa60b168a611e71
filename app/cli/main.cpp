// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/Terminal.h"
#include "core/base/Leaving.h"
#include "core/base/Log.h"
#include "core/base/Starting.h"

#include <QCoreApplication>

using namespace torchmason;
using namespace torchmason::cli;

namespace {

struct Entry {
    const char* name;
    const char* summary;
    int (*run)(const QStringList& words, Console& console);
};

constexpr Entry subcommands[] = {
    { "doctor", "what this machine has, and whether a profile can be built on it", runDoctor },
    { "profiles", "the ways to build: list, show, compare, copy, import, export", runProfiles },
    { "check", "problems of a configuration, found before anything runs", runCheck },
    { "plan", "the exact commands that a build would run", runPlan },
    { "build", "build, and say why it failed where it does", runBuild },
    { "attempts", "what was built before: list, show, log, stop, attach, retry, export", runAttempts },
    { "diagnose", "why a build failed, from its log", runDiagnose },
};

QString overview()
{
    QString text = QStringLiteral(
        "usage: torchmason-cli COMMAND [options]\n\n"
        "Builds PyTorch from source, watches the build and says why it failed.\n\ncommands:\n");
    for (const Entry& entry : subcommands)
        text += QStringLiteral("  %1%2\n")
                    .arg(QLatin1String(entry.name), -12)
                    .arg(QLatin1String(entry.summary));
    text += QStringLiteral("\n  --help      this text, or after a command its own\n"
                           "  --version   the version of the program\n\n"
                           "Exit code: 0 good, 1 the thing asked for failed, 2 wrong use.\n");
    return text;
}

int dispatch(const QStringList& words, Console& console)
{
    const QString first = words.value(0);
    if (first.isEmpty())
        return console.wrongUse(QStringLiteral("which command? See torchmason-cli --help."));
    if (first == QLatin1String("--help") || first == QLatin1String("-h") || first == QLatin1String("help")) {
        console.print(overview());
        return ExitCode::Good;
    }
    if (first == QLatin1String("--version")) {
        console.print(QStringLiteral("torchmason-cli " TORCHMASON_VERSION));
        return ExitCode::Good;
    }
    for (const Entry& entry : subcommands) {
        if (first == QLatin1String(entry.name))
            return entry.run(words.mid(1), console);
    }
    const QString kind
        = first.startsWith(QLatin1Char('-')) ? QStringLiteral("option") : QStringLiteral("command");
    return console.wrongUse(QStringLiteral("there is no %1 %2; see torchmason-cli --help.").arg(kind, first));
}

int run(int argc, char** argv)
{
    // Never taken apart: a probe that hangs still uses it, and would complain about its end.
    const auto* application = new QCoreApplication(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("torchmason"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TORCHMASON_VERSION));
    log::openFile(QStringLiteral("torchmason-cli"));
    Console console;
    return dispatch(application->arguments().mid(1), console);
}

}

int main(int argc, char** argv)
{
    prepareProgram();
    prepareTerminal();
    const int code = run(argc, argv);
    giveTerminalBack();
    leaveProgram(code);
}
