// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BatchText.h"

#include "core/export/ScriptLines.h"

#include <algorithm>

namespace torchmason {

namespace {

QString withVariables(const QString& text)
{
    QString written;
    for (const QChar c : text)
        written += !isScriptMark(c) ? QString(c)
            : isSlashed(c)          ? QStringLiteral("%%1:\\=/%").arg(scriptNameOf(c))
                                    : QStringLiteral("%%1%").arg(scriptNameOf(c));
    return written;
}

bool hasMark(const QString& text)
{
    return std::any_of(text.begin(), text.end(), isScriptMark);
}

// Where quotes must be escaped, cmd.exe sees no quoted part and would act on what a variable holds: what it
// is by itself stands there instead.
QString withValues(QString text, const QVector<ScriptVariable>& variables)
{
    for (const ScriptVariable& variable : variables) {
        for (const MarkForm form : { MarkForm::Native, MarkForm::Slashed })
            text.replace(markOf(variable.name, form), variable.value);
    }
    return withScriptNames(text);
}

// The caret that the interactive form puts before % goes away.
QString asFileLine(QString line)
{
    return line.replace(QLatin1String("^%"), QLatin1String("%"))
        .replace(QLatin1Char('%'), QLatin1String("%%"));
}

// The quoting that a Windows program undoes, for a text without quotes.
QString betweenQuotes(const QString& text)
{
    qsizetype backslashes = 0;
    while (backslashes < text.size() && text[text.size() - 1 - backslashes] == QLatin1Char('\\'))
        ++backslashes;
    return QLatin1Char('"') + batchLine(text) + QString(backslashes, QLatin1Char('\\')) + QLatin1Char('"');
}

bool isBareName(const QString& program)
{
    return !program.isEmpty() && std::all_of(program.begin(), program.end(), [](QChar c) {
        return (c.isLetterOrNumber() && c.unicode() < 128) || QLatin1String("._-+").contains(c);
    });
}

}

// Ctrl-Z ends a line for cmd.exe as well.
QString batchLine(QString line)
{
    for (QChar& c : line) {
        if (c.unicode() < 32 && c != QLatin1Char('\t'))
            c = QLatin1Char(' ');
    }
    return withVariables(line.replace(QLatin1Char('%'), QLatin1String("%%")));
}

// No path of Windows holds a quotation mark; one of a stranger's plan would end ours.
QString batchWords(QString words)
{
    std::transform(words.begin(), words.end(), words.begin(), inNativeForm);
    return batchLine(words.remove(QLatin1Char('"')));
}

QString batchPath(QString path)
{
    return batchWords(path.replace(QLatin1Char('/'), QLatin1Char('\\')));
}

// cmd.exe still acts on an & in the first word after rem, so that word is ours.
QString batchComment(const QString& text)
{
    return QStringLiteral("rem -- %1\n").arg(batchLine(scriptSentence(text)));
}

QString batchArgument(const QString& argument, const QVector<ScriptVariable>& variables)
{
    if (argument.contains(QLatin1Char('"')))
        return asFileLine(quotedForCmd(withValues(argument, variables)));
    const QString plain = quotedForCmd(argument);
    return plain == argument && !hasMark(argument) ? argument : betweenQuotes(argument);
}

// A program that is itself a batch file would end ours unless it is called. cmd.exe reads such a line twice,
// so % is written twice as well, and a quotation mark inside an argument has no form that survives it.
QString batchCommand(const Command& command, const QVector<ScriptVariable>& variables)
{
    const bool isBatch = command.program.endsWith(QLatin1String(".bat"), Qt::CaseInsensitive)
        || command.program.endsWith(QLatin1String(".cmd"), Qt::CaseInsensitive);
    QStringList words { isBareName(command.program)
            ? command.program
            : QLatin1Char('"') + batchPath(command.program) + QLatin1Char('"') };
    for (const QString& argument : command.arguments) {
        words << batchArgument(isBatch ? QString(argument).remove(QLatin1Char('"')) : argument, variables);
    }
    if (isBatch)
        words.replaceInStrings(QLatin1String("%%"), QLatin1String("%%%%"));
    return (isBatch ? QStringLiteral("call ") : QString()) + words.join(QLatin1Char(' '));
}

// Between quotes cmd.exe acts on nothing. A quote in the value would end them, so such an assignment goes
// without them, a caret before everything that cmd.exe acts on.
QString batchAssignment(QString assignment, const QString& rest, const QVector<ScriptVariable>& variables)
{
    if (!assignment.contains(QLatin1Char('"')))
        return QStringLiteral("set \"%1%2\"\n").arg(batchLine(assignment), rest);
    QString escaped;
    for (const QChar c : withValues(assignment, variables)) {
        if (QLatin1String("()!^\"<>&|").contains(c))
            escaped += QLatin1Char('^');
        escaped += c;
    }
    return QStringLiteral("set %1%2\n").arg(batchLine(escaped), rest);
}

}
