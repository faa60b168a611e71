// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperModes.h"
#include "core/export/ScriptHead.h"
#include "core/export/ScriptSecrets.h"
#include "core/export/ShellSteps.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

constexpr const char* begin = R"sh(set -euo pipefail
now='the beginning'
trap 'code=$?; [ "$code" = 0 ] || printf "Stopped in the step \"%s\" (exit code %s).\n" "$now" "$code" >&2' EXIT
step() { now=$1; printf '== %s\n' "$1"; }
stop() { printf '%s\n' "$1" >&2; exit 1; }
)sh";

QString askedText(ScriptName name)
{
    if (name == ScriptName::Jobs)
        return QStringLiteral("JOBS=$(nproc)\n");
    return QStringLiteral(
        "PYTHON=$(command -v python3 || command -v python || true)\n"
        "[ -n \"$PYTHON\" ] || stop 'No Python was found: write its place behind PYTHON= in "
        "this script.'\n");
}

QString definitionText(const ScriptVariable& variable, const QString& value)
{
    return shellComment(variable.why)
        + (variable.isAsked
                ? askedText(variable.name)
                : QStringLiteral("%1=%2\n").arg(scriptNameOf(markOf(variable.name)), quotedForSh(value)));
}

QString commandStep(Command command, const Stage& stage, const ScriptTitle& title)
{
    QString text = QStringLiteral("step %1\n").arg(quotedForSh(stepName(stage, command)));
    for (const QString& sentence : maskedNotes(command))
        text += shellComment(sentence);
    if (const auto step = helperStep(command))
        return text + helperLinesForSh({ command, *step, title });
    const QString line = commandText(command, Platform::Linux);
    return text
        + (command.workingFolder.isEmpty()
                ? line + QLatin1Char('\n')
                : QStringLiteral("(cd %1 && %2)\n").arg(quotedForSh(command.workingFolder), line));
}

QString stageText(const Stage& stage, const ScriptTitle& title)
{
    QString text = QLatin1Char('\n') + shellComment(stageLine(stage));
    if (stage.skipped)
        return text + shellComment(QStringLiteral("left out: %1").arg(stage.skipReason));
    for (const Command& command : stage.commands)
        text += commandStep(command, stage, title);
    return text;
}

}

QByteArray shellScript(const StagePlan& unmasked, const ScriptTitle& title)
{
    QString body;
    for (const Stage& stage : masked(unmasked).stages)
        body += stageText(stage, title);
    QString text = QStringLiteral("#!/usr/bin/env bash\n");
    for (const QString& sentence : headSentences(title))
        text += shellComment(sentence);
    text += QLatin1String(begin) + shellFunctions(body) + QLatin1Char('\n');
    for (const auto& [variable, value] : shownVariables(title, body, QStringLiteral("$%1")))
        text += definitionText(variable, value);
    return (text + body).toUtf8();
}

}
