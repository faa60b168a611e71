// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Subcommand.h"
#include "app/cli/Terminal.h"
#include "core/base/Libraries.h"
#include "core/base/Log.h"
#include "core/base/Program.h"
#include "core/config/NearestName.h"
#include "core/redact/SecretText.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason::cli {

void fail(const QString& sentence)
{
    throw Ending { ExitCode::Failed, sentence };
}

void wrongUse(const QString& sentence)
{
    throw Ending { ExitCode::WrongUse,
        sentence.endsWith(QLatin1Char('.')) ? sentence : sentence + QLatin1Char('.') };
}

}

using namespace torchmason;
using namespace torchmason::cli;

namespace {

QVector<Subcommand> subcommands()
{
    return { doctorCommand(), profilesCommand(), profilesCopyCommand(), profilesImportCommand(),
        profilesExportCommand(), profilesRemoveCommand(), checkCommand(), planCommand(), buildCommand(),
        attemptsCommand(), attemptsShowCommand(), attemptsLogCommand(), attemptsStopCommand(),
        attemptsAttachCommand(), attemptsLimitsCommand(), attemptsRetryCommand(), attemptsInstallCommand(),
        attemptsCompareCommand(), attemptsPatternsCommand(), attemptsReportCommand(), attemptsTimeCommand(),
        attemptsUnpatchCommand(), attemptsExportCommand(), attemptsImportCommand(), attemptsNoteCommand(),
        attemptsTagCommand(), attemptsSearchCommand(), attemptsUsageCommand(), attemptsClearCommand(),
        attemptsDeleteCommand(), attemptsTidyCommand(), diagnoseCommand() };
}

const Subcommand* commandNamed(const QVector<Subcommand>& all, const QString& name)
{
    const auto found = std::find_if(all.begin(), all.end(),
        [&name](const Subcommand& command) { return QLatin1String(command.name) == name; });
    return found == all.end() ? nullptr : &*found;
}

// "ID NEW" of "ID NEW [-D NAME=VALUE]... [--name TEXT]"
QString wordsOf(const Subcommand& command)
{
    static const QRegularExpression words(QStringLiteral("^[A-Z ]+(?= |$)"));
    return words.match(QLatin1String(command.usage)).captured();
}

// "  show N            Shows everything about one attempt", of those whose names begin with `group`.
QString listed(const QVector<Subcommand>& all, const QString& group, int width)
{
    QString text;
    for (const Subcommand& command : all) {
        const QString name = QLatin1String(command.name);
        if (!name.startsWith(group) || name.mid(group.size()).contains(QLatin1Char(' ')))
            continue;
        QString summary = QString::fromLatin1(command.summary).section(QLatin1String(". "), 0, 0);
        if (summary.endsWith(QLatin1Char('.')))
            summary.chop(1);
        const QString words = group.isEmpty() ? QString() : QLatin1Char(' ') + wordsOf(command);
        text += QStringLiteral("  %1%2\n").arg(name.mid(group.size()) + words, -width).arg(summary);
    }
    return text;
}

QString overview(const QVector<Subcommand>& all)
{
    return QStringLiteral(
               "usage: torchmason-cli COMMAND [options]\n\n"
               "Builds PyTorch from source, watches the build and says why it failed.\n\ncommands:\n")
        + listed(all, {}, 12)
        + QStringLiteral("\n  --help      this text, or after a command its own\n"
                         "  --version   the version of the program; with --verbose also of its libraries\n\n"
                         "Exit code: 0 success, 1 the command failed, 2 wrong usage.\n");
}

QString helpOf(const Subcommand& command, const CommandLine& line, const QVector<Subcommand>& all)
{
    const QString name = QLatin1String(command.name);
    QString text = QStringLiteral("usage: torchmason-cli %1 %2\n\n%3\n\noptions:\n")
                       .arg(name, QLatin1String(command.usage), QLatin1String(command.summary))
        + line.help();
    if (*command.note)
        text += QLatin1Char('\n') + QLatin1String(command.note) + QLatin1Char('\n');
    const QString others = listed(all, name + QLatin1Char(' '), 18);
    return others.isEmpty() ? text : text + QStringLiteral("\nother words after `%1`:\n").arg(name) + others;
}

bool asksForHelp(const QStringList& words)
{
    const QStringList options = words.mid(0, words.indexOf(QStringLiteral("--")));
    return options.contains(QStringLiteral("--help")) || options.contains(QStringLiteral("-h"));
}

// People name a profile as they name an attempt: by the word alone.
QString tooManyWords(const Subcommand& command, const QString& word)
{
    const bool takesProfile = std::any_of(command.options.begin(), command.options.end(),
        [](const Option& option) { return QLatin1String(option.name) == QLatin1String("profile"); });
    const QString sentence = QStringLiteral("Unexpected argument \"%1\"").arg(word);
    return takesProfile ? sentence + QStringLiteral(" (a profile is named by --profile ID)") : sentence;
}

int dispatch(QStringList words, Console& console)
{
    const QVector<Subcommand> all = subcommands();
    if (words.isEmpty())
        wrongUse(QStringLiteral("Which command? See torchmason-cli --help."));
    const QString first = words.takeFirst();
    if (first == QLatin1String("--help") || first == QLatin1String("-h") || first == QLatin1String("help")) {
        console.printWrapped(overview(all));
        return ExitCode::Good;
    }
    if (first == QLatin1String("--version")) {
        console.print(QStringLiteral("torchmason-cli " TORCHMASON_VERSION));
        if (words.contains(QLatin1String("--verbose"))) {
            for (const Library& library : usedLibraries())
                console.print(shownLibrary(library));
        }
        return ExitCode::Good;
    }
    const Subcommand* command = commandNamed(all, first);
    if (!command || first.contains(QLatin1Char(' ')))
        wrongUse(QStringLiteral("There is no %1 %2%3; see torchmason-cli --help.")
                     .arg(first.startsWith(QLatin1Char('-')) ? QStringLiteral("option")
                                                             : QStringLiteral("command"),
                         first, didYouMean(QStringList { first } + words)));
    // The second word of a name; --json may stand before it as well as behind it.
    const auto second = std::find_if(
        words.begin(), words.end(), [](const QString& word) { return !word.startsWith(QLatin1Char('-')); });
    if (second != words.end()) {
        if (const Subcommand* inner = commandNamed(all, first + QLatin1Char(' ') + *second)) {
            command = inner;
            words.erase(second);
        }
    }
    CommandLine line(command->options);
    if (asksForHelp(words)) {
        console.printWrapped(helpOf(*command, line, all));
        return ExitCode::Good;
    }
    const QString name = QLatin1String(command->name);
    auto read = line.read(words);
    if (read && line.positional().size() > command->mostWords)
        read = Error { tooManyWords(*command, line.positional().at(command->mostWords)) };
    if (!read)
        wrongUse(QStringLiteral("%1; see torchmason-cli %2 --help.").arg(read.error().message, name));
    if (line.positional().size() < command->leastWords)
        wrongUse(QStringLiteral("Write %1 %2.").arg(name, wordsOf(*command)));
    log::info("cli", QStringLiteral("%1 begins.").arg(name));
    const int code = command->run(line, console);
    log::info("cli", QStringLiteral("%1 ended with %2.").arg(name).arg(code));
    return code;
}

int run(int argc, char** argv)
{
    // Never taken apart: a probe that hangs still uses it, and would complain about its end.
    const auto* application = new QCoreApplication(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("torchmason"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TORCHMASON_VERSION));
    QLocale::setDefault(QLocale::c()); // numbers as programs read them
    log::openFile(QStringLiteral("torchmason-cli"));
    Console console;
    try {
        return dispatch(application->arguments().mid(1), console);
    } catch (const Ending& ending) {
        console.complain(ending.sentence);
        // What is wrong about words may quote a secret of any form, other sentences an address.
        log::info("cli",
            ending.code == ExitCode::Failed ? withoutSecrets(ending.sentence)
                                            : QStringLiteral("Wrong usage."));
        return ending.code;
    }
}

}

// Both words together, else the first one alone.
QString torchmason::cli::didYouMean(const QStringList& words)
{
    QStringList names { QStringLiteral("attempts list"), QStringLiteral("profiles list"),
        QStringLiteral("profiles show"), QStringLiteral("profiles compare") }; // words of their own
    for (const Subcommand& command : subcommands())
        names << QLatin1String(command.name);
    const QString both = words.mid(0, 2).join(QLatin1Char(' '));
    if (names.contains(both)) // what stands behind them is wrong
        return {};
    QString meant = nearestName(both, names);
    if (meant.isEmpty() && !names.contains(words.value(0)))
        meant = nearestName(words.value(0), names);
    return meant.isEmpty() ? QString() : QStringLiteral(" (did you mean `%1`?)").arg(meant);
}

int main(int argc, char** argv)
{
    prepareProgram();
    prepareTerminal();
    const int code = run(argc, argv);
    giveTerminalBack();
    leaveProgram(code);
}
