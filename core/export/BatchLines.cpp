// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BatchText.h"
#include "core/export/ScriptLines.h"

namespace torchmason {

namespace {

// The reason may hold anything: as !WHY! cmd.exe acts on nothing in it.
constexpr const char* end = R"bat(
echo Done.
exit /b 0

:failed
setlocal EnableDelayedExpansion
if defined WHY echo !WHY!>&2
echo Stopped in the step "!STEP!".>&2
exit /b 1
)bat";

// "if errorlevel 1" would take a crash (0xC0000005 is negative) for a good end.
constexpr const char* stopOnError = "if not %errorlevel%==0 goto failed\n";

// What goes over the length of a line would be read as the next one.
QString withoutLongLines(const QString& text)
{
    constexpr qsizetype longest = 8000; // bytes
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        if (line.toUtf8().size() > longest)
            line = QStringLiteral(
                "set \"WHY=The next command is longer than a line of cmd.exe can be.\"&goto failed");
    }
    return lines.join(QLatin1Char('\n'));
}

QString askedText(ScriptName name)
{
    if (name == ScriptName::Jobs)
        return QStringLiteral("set \"JOBS=%NUMBER_OF_PROCESSORS%\"\n");
    return QStringLiteral(
        "set \"PYTHON=\"\n"
        "for /f \"delims=\" %%p in ('python -X utf8 -c \"import sys; print(sys.executable)\"') do set "
        "\"PYTHON=%%p\"\n"
        "if not defined PYTHON (set \"WHY=No Python was found: write its place behind PYTHON= in this "
        "script.\" & "
        "goto failed)\n");
}

class BatchLines : public ScriptLines {
public:
    explicit BatchLines(const QVector<ScriptVariable>& variables)
        : m_variables(variables)
    {
    }

    Platform platform() const override { return Platform::Windows; }

    QByteArray whole(const QStringList& head, const QString& definitions, const QString& body,
        const QString& program) const override
    {
        QString text = QStringLiteral("@echo off\nsetlocal DisableDelayedExpansion\nchcp 65001 >nul\n");
        for (const QString& sentence : head)
            text += comment(sentence);
        text += comment(QStringLiteral("Run it in an x64 developer prompt, where the compiler is found."));
        text += QStringLiteral(
            "\nset \"WHY=\"\nset \"STEP=the beginning\"\nset \"SCRIPT=%~f0\"\nset \"WHEEL=\"\n");
        text += withoutLongLines(definitions + body) + QLatin1String(end);
        if (!program.isEmpty())
            text += QStringLiteral("\n:torchmason_patches\n") + program;
        return text.replace(QLatin1Char('\n'), QLatin1String("\r\n")).toUtf8();
    }

    QString variable(ScriptName name) const override { return QLatin1Char('%') + scriptNameOf(markOf(name)); }

    QString definition(const ScriptVariable& variable, const QString& value) const override
    {
        const QString assignment = scriptNameOf(markOf(variable.name)) + QLatin1Char('=') + batchPath(value);
        return comment(variable.why)
            + (variable.isAsked ? askedText(variable.name) : QStringLiteral("set \"%1\"\n").arg(assignment));
    }

    QString comment(const QString& text) const override { return batchComment(text); }

    QString step(const QString& name) const override
    {
        return QStringLiteral("set \"STEP=%1\"\necho == \"%1\"\n")
            .replace(QLatin1String("%1"), batchWords(scriptSentence(name)));
    }

    QString place(const QString& path) const override
    {
        return QLatin1Char('"') + batchPath(path) + QLatin1Char('"');
    }

    QString line(const Command& command, const QString& rest = {}) const override
    {
        return scoped(command, batchCommand(command, m_variables) + rest + QLatin1Char('\n'));
    }

    QString lineUnless(const Command& works, const Command& command) const override
    {
        return scoped(command,
            batchCommand(works, m_variables) + QStringLiteral(" >nul 2>&1\nif not %errorlevel%==0 ")
                + batchCommand(command, m_variables) + QLatin1Char('\n'));
    }

    // The program stands behind the end of the script, where cmd.exe reads nothing: Python takes it from
    // there.
    QString runPython(const QString& python, const QString& folder, const QString&) const override
    {
        return batchCommand({ python, {}, {}, {}, {} }, m_variables)
            + QStringLiteral(" -c \"import sys; exec(open(sys.argv[1], encoding='utf-8').read()"
                             ".split('\\n:torchmason_patches\\n')[1])\" \"%SCRIPT%\" ")
            + place(folder) + QLatin1Char('\n') + QLatin1String(stopOnError);
    }

    QString stop(const QString& sentence) const override
    {
        return QStringLiteral("(set \"WHY=%1\" & goto failed)").arg(batchWords(scriptSentence(sentence)));
    }

    QString exists(const QString& path) const override { return QStringLiteral("exist ") + place(path); }
    QString isOn(const QString& flag) const override
    {
        return QStringLiteral("\"%IS_@%\"==\"ON\"").replace(QLatin1Char('@'), flag);
    }
    QString isNot(const QString& condition) const override { return QStringLiteral("not ") + condition; }

    // cmd.exe acts on nothing in the %%c of a loop, whatever stands in the cache.
    QString lookAt(const QString& build, const QStringList& flags) const override
    {
        const QString cache = place(build + QStringLiteral("/CMakeCache.txt"));
        QString text;
        for (const QString& flag : flags)
            text += QStringLiteral(
                "set \"IS_@=\"\n"
                "if exist #cache for /f \"usebackq tokens=1-3 delims=:=\" %%a in (#cache) do if "
                "\"%%a\"==\"@\" for %%v in (1 ON TRUE YES Y) do if /i \"%%c\"==\"%%v\" set \"IS_@=ON\"\n")
                        .replace(QLatin1Char('@'), flag);
        return text.replace(QLatin1String("#cache"), cache);
    }

    QString when(const QStringList& conditions, const QString& command) const override
    {
        return QStringLiteral("if ") + conditions.join(QLatin1String(" if ")) + QLatin1Char(' ') + command
            + QLatin1Char('\n');
    }

    // Not in brackets: cmd.exe would replace all variables in there before it runs the first line.
    QString section(const QString& condition, const QString& lines, const QString& label) const override
    {
        return QStringLiteral("if not %1 goto %2\n").arg(condition, label) + lines
            + QStringLiteral(":%1\n").arg(label);
    }

private:
    // Each command has its own environment and folder, put back by endlocal.
    QString scoped(const Command& command, const QString& lines) const
    {
        QString text = QStringLiteral("setlocal\n");
        for (const EnvironmentValue& value : command.environment)
            text += batchAssignment(value.name + QLatin1Char('=') + value.value.value_or(QString()),
                value.inFront ? QStringLiteral(";%%1%").arg(value.name) : QString(), m_variables);
        if (!command.workingFolder.isEmpty())
            text += QStringLiteral("cd /d ") + place(command.workingFolder) + QLatin1Char('\n')
                + QLatin1String(stopOnError);
        return text + lines + QLatin1String(stopOnError) + QStringLiteral("endlocal\n");
    }

    const QVector<ScriptVariable>& m_variables;
};

}

std::unique_ptr<ScriptLines> batchLines(const QVector<ScriptVariable>& variables)
{
    return std::make_unique<BatchLines>(variables);
}

}
