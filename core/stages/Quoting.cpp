// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ScriptMark.h"
#include "core/stages/StagePlan.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

bool isPlain(const QString& text, const char* special)
{
    const QLatin1String specials(special);
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [&](QChar c) {
        return c.unicode() > 32 && c.unicode() < 127 && !specials.contains(c);
    });
}

// The quoting that a Windows program undoes when it splits its command line (CommandLineToArgvW):
// backslashes count only before a quote, where each is doubled.
QString quotedForWindowsProgram(const QString& argument)
{
    QString quoted = QStringLiteral("\"");
    int backslashes = 0;
    for (const QChar c : argument) {
        if (c == QLatin1Char('\\')) {
            ++backslashes;
            continue;
        }
        quoted += QString(c == QLatin1Char('"') ? 2 * backslashes + 1 : backslashes, QLatin1Char('\\')) + c;
        backslashes = 0;
    }
    return quoted + QString(2 * backslashes, QLatin1Char('\\')) + QLatin1Char('"');
}

// A caret before everything that cmd.exe would act on, quotes included, so that it sees no quoted part
// and hands the text on as it is. A line break cannot be written for cmd.exe; it becomes a space, and so does
// Ctrl-Z, at which cmd.exe ends a line, too.
QString escapedForCmd(const QString& text)
{
    static const QLatin1String special("()%!^\"<>&|");
    QString escaped;
    for (const QChar c : text) {
        if (c.unicode() < 32 && c != QLatin1Char('\t')) {
            escaped += QLatin1Char(' ');
            continue;
        }
        if (special.contains(c))
            escaped += QLatin1Char('^');
        escaped += c;
    }
    return escaped;
}

// "A.B=1 program" would be taken for a program of that name, and env is given it.
bool isShellName(const QString& name)
{
    return isVariableName(name) && !name.contains(QLatin1Char('.')) && !name.contains(QLatin1Char('+'))
        && !name.contains(QLatin1Char('-'));
}

// "A=1" in a program's place would be an assignment, and "if" begin a construct of the shell.
QString programForSh(const QString& program)
{
    static const QStringList words { QStringLiteral("if"), QStringLiteral("then"), QStringLiteral("else"),
        QStringLiteral("elif"), QStringLiteral("fi"), QStringLiteral("for"), QStringLiteral("select"),
        QStringLiteral("while"), QStringLiteral("until"), QStringLiteral("do"), QStringLiteral("done"),
        QStringLiteral("case"), QStringLiteral("esac"), QStringLiteral("in"), QStringLiteral("function"),
        QStringLiteral("time"), QStringLiteral("coproc") };
    const QString quoted = quotedForSh(program);
    const bool isOdd = program == quoted && (program.contains(QLatin1Char('=')) || words.contains(program));
    return isOdd ? QLatin1Char('\'') + program + QLatin1Char('\'') : quoted;
}

// "-u CC", "CXX=g++"; with "env" before the first one where assignments alone do not do.
QStringList changesForSh(const QVector<EnvironmentValue>& environment)
{
    QStringList changes;
    bool needsEnv = false;
    for (const EnvironmentValue& value : environment) {
        needsEnv = needsEnv || !value.value || !isShellName(value.name);
        if (!value.value)
            changes << QStringLiteral("-u ") + quotedForSh(value.name);
    }
    for (const EnvironmentValue& value : environment) {
        if (!value.value)
            continue;
        // PATH=/a/bin"${PATH:+:$PATH}": an empty part would be the current folder.
        const bool isNamed = isShellName(value.name);
        const QString rest
            = value.inFront && isNamed ? QStringLiteral("\"${%1:+:$%1}\"").arg(value.name) : QString();
        changes << (isNamed ? value.name : quotedForSh(value.name)) + QLatin1Char('=')
                + (value.value->isEmpty() ? QString() : quotedForSh(*value.value)) + rest;
    }
    if (needsEnv)
        changes.first().prepend(QStringLiteral("env "));
    return changes;
}

QString textForSh(const Command& command)
{
    QStringList words = changesForSh(command.environment);
    words << programForSh(command.program);
    for (const QString& argument : command.arguments)
        words << quotedForSh(argument);
    return words.join(QLatin1Char(' '));
}

// No program of Windows has a quotation mark in its name.
QString inQuotesForCmd(QString program)
{
    program.removeIf([](QChar c) { return c == QLatin1Char('"') || c.unicode() < 32; });
    return program;
}

QStringList changesForCmd(const QVector<EnvironmentValue>& environment)
{
    QStringList changes;
    for (const EnvironmentValue& value : environment) {
        const QString assignment = value.name + QLatin1Char('=') + value.value.value_or(QString());
        const QString rest = value.inFront && isVariableName(value.name)
            ? QStringLiteral(";%%1%").arg(value.name)
            : QString();
        changes << QStringLiteral("set ^\"%1%2^\"").arg(escapedForCmd(assignment), rest);
    }
    return changes;
}

QString textForCmd(const Command& command)
{
    QString text;
    for (const QString& change : changesForCmd(command.environment))
        text += change + QStringLiteral("&& ");
    // A caret before the quotes would end the program's name at its first space.
    const bool isPlainProgram = isPlain(command.program, "()%!^<>&|;,`'[]{}~@=");
    QStringList words { isPlainProgram
            ? command.program
            : QLatin1Char('"') + inQuotesForCmd(command.program) + QLatin1Char('"') };
    for (const QString& argument : command.arguments)
        words << quotedForCmd(argument);
    return text + words.join(QLatin1Char(' '));
}

}

QString quotedForSh(const QString& argument)
{
    const auto mark = std::find_if(argument.begin(), argument.end(), isScriptMark);
    if (mark != argument.end()) {
        const qsizetype at = mark - argument.begin();
        const auto quoted = [](const QString& part) { return part.isEmpty() ? part : quotedForSh(part); };
        return QStringLiteral("%1\"$%2\"%3")
            .arg(quoted(argument.left(at)), scriptNameOf(*mark), quoted(argument.mid(at + 1)));
    }
    if (isPlain(argument, "|&;<>()$`\\\"'*?[]#~!{}^"))
        return argument;
    QString inner = argument;
    inner.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QLatin1Char('\'') + inner + QLatin1Char('\'');
}

QString quotedFor(const QString& argument, Platform platform)
{
    return platform == Platform::Windows ? quotedForCmd(argument) : quotedForSh(argument);
}

QString quotedPath(const QString& path)
{
    return quotedFor(QDir::toNativeSeparators(path), hostPlatform());
}

QString quotedForCmd(const QString& argument)
{
    if (isPlain(argument, "()%!^\"<>&|;,`'*?[]{}~@"))
        return argument;
    // Between quotes cmd.exe acts on nothing but % and !. A quote inside or a line break needs the carets.
    const bool needsCarets = std::any_of(argument.begin(), argument.end(),
        [](QChar c) { return c.unicode() < 32 || QLatin1String("%!\"").contains(c); });
    const QString quoted = quotedForWindowsProgram(argument);
    return needsCarets ? escapedForCmd(quoted) : quoted;
}

QString commandText(const Command& command, Platform platform)
{
    return platform == Platform::Windows ? textForCmd(command) : textForSh(command);
}

QStringList environmentLines(const QVector<EnvironmentValue>& environment, Platform platform)
{
    if (platform == Platform::Windows)
        return changesForCmd(environment);
    QStringList lines = changesForSh(environment);
    for (QString& line : lines)
        line += QStringLiteral(" \\");
    return lines;
}

}
