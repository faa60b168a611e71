// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BatchSteps.h"
#include "core/export/BatchText.h"
#include "core/export/HelperModes.h"
#include "core/export/ScriptHead.h"
#include "core/store/SecretMask.h"

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

QString definitionText(const ScriptVariable& variable, const QString& value)
{
    const QString assignment = scriptNameOf(markOf(variable.name)) + QLatin1Char('=') + batchPath(value);
    return batchComment(variable.why)
        + (variable.isAsked ? askedText(variable.name) : QStringLiteral("set \"%1\"\n").arg(assignment));
}

// Each command has its own environment and folder, put back by endlocal.
QString commandStep(Command command, const Stage& stage, const ScriptTitle& title)
{
    const QString name = batchWords(stepName(stage, command));
    QString text = QStringLiteral("set \"STEP=%1\"\necho == \"%1\"\n").replace(QLatin1String("%1"), name);
    for (const QString& sentence : maskedNotes(command))
        text += batchComment(sentence);
    if (const auto step = helperStep(command))
        return text + helperLinesForBatch({ command, *step, title });
    text += QStringLiteral("setlocal\n") + batchEnvironment(command.environment, title.variables);
    if (!command.workingFolder.isEmpty())
        text += QStringLiteral("cd /d \"%1\"\n").arg(batchPath(command.workingFolder)) + batchStopOnError();
    return text + batchCommand(command, title.variables) + QLatin1Char('\n') + batchStopOnError()
        + QStringLiteral("endlocal\n");
}

QString stageText(const Stage& stage, const ScriptTitle& title)
{
    QString text = QLatin1Char('\n') + batchComment(stageLine(stage));
    if (stage.skipped)
        return text + batchComment(QStringLiteral("left out: %1").arg(stage.skipReason));
    for (const Command& command : stage.commands)
        text += commandStep(command, stage, title);
    return text;
}

}

QByteArray batchScript(const StagePlan& unmasked, const ScriptTitle& title)
{
    QString body;
    for (const Stage& stage : masked(unmasked).stages)
        body += stageText(stage, title);
    QString text = QStringLiteral("@echo off\nsetlocal DisableDelayedExpansion\nchcp 65001 >nul\n");
    for (const QString& sentence : headSentences(title))
        text += batchComment(sentence);
    text += batchComment(QStringLiteral("Run it in an x64 developer prompt, where the compiler is found."));
    text += QStringLiteral("\nset \"WHY=\"\nset \"STEP=the beginning\"\n");
    for (const auto& [variable, value] : shownVariables(title, body, QStringLiteral("%%1")))
        text += definitionText(variable, value);
    text += body + QLatin1String(end);
    return text.replace(QLatin1Char('\n'), QLatin1String("\r\n")).toUtf8();
}

}
