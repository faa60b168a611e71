// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptExport.h"

#include "core/base/ControlCharacters.h"
#include "core/export/PatchProgram.h"
#include "core/export/ScriptSteps.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

QStringList headSentences(const ScriptTitle& title)
{
    const QString attempt
        = title.attempt.isEmpty() ? QString() : QStringLiteral(", attempt %1").arg(title.attempt);
    QStringList sentences {
        QStringLiteral("%1%2, written by Torchmason " TORCHMASON_VERSION ".").arg(title.profile, attempt),
        QStringLiteral(
            "This script holds no secrets. Where it says (masked), put the password in before you run it."),
    };
    if (title.isForeign)
        sentences << foreignScriptWarning();
    sentences << title.notes;
    if (!title.variables.isEmpty())
        sentences << QStringLiteral(
            "Before you run this, check what is set below, and change what is different here.");
    return sentences;
}

// The folders, and the others as far as the body uses them; one may stand in the next.
QString definitions(const ScriptTitle& title, const QString& body, const ScriptLines& lines)
{
    QString text;
    QVector<ScriptVariable> before;
    for (const ScriptVariable& variable : title.variables) {
        const bool isFolder = variable.name == ScriptName::Source || variable.name == ScriptName::Build;
        if (!isFolder && !body.contains(lines.variable(variable.name)))
            continue;
        text += lines.definition(
            variable, withMarks(withoutScriptMarks(variable.value), before, Platform::Linux));
        before << variable;
    }
    return text;
}

QString stepName(const Stage& stage, const Command& command)
{
    return scriptSentence(QStringLiteral("%1: %2").arg(stage.title, command.purpose));
}

// What is masked is not set: "(masked)" would replace the real value that the reader of the script has. Names
// stand unquoted in a script, so an odd one is left out as well.
QString commandStep(Command command, const Stage& stage, const ScriptTitle& title, const ScriptLines& lines)
{
    QString text = lines.step(stepName(stage, command));
    for (const EnvironmentValue& value : std::as_const(command.environment)) {
        if (isMasked(value))
            text += lines.comment(
                QStringLiteral("%1 was set to a secret: set it in your environment.").arg(value.name));
        else if (!isVariableName(value.name))
            text += lines.comment(
                QStringLiteral("Left out: \"%1\" cannot be the name of an environment variable.")
                    .arg(value.name));
    }
    command.environment.removeIf(
        [](const EnvironmentValue& value) { return isMasked(value) || !isVariableName(value.name); });
    if (const auto step = helperStep(command))
        return text + linesOfStep({ command, *step, title, lines });
    return text + lines.line(command);
}

QString stageText(const Stage& stage, const ScriptTitle& title, const ScriptLines& lines)
{
    QString text
        = QLatin1Char('\n') + lines.comment(QStringLiteral("---- %1 (%2)").arg(stage.title, stage.id));
    if (stage.skipped)
        return text + lines.comment(QStringLiteral("left out: %1").arg(stage.skipReason));
    for (const Command& command : stage.commands)
        text += commandStep(command, stage, title, lines);
    return text;
}

QByteArray script(const StagePlan& unmasked, const ScriptTitle& title, const ScriptLines& lines)
{
    QString body;
    for (const Stage& stage : masked(unmasked).stages)
        body += stageText(stage, title, lines);
    const QByteArray patches = title.patches.isEmpty() ? QByteArray() : patchProgram(title.patches);
    return lines.whole(
        headSentences(title), definitions(title, body, lines), body, QString::fromLatin1(patches));
}

}

QString scriptSentence(const QString& text)
{
    constexpr qsizetype longest = 1000;
    const QString line = safeLine(withScriptNames(text));
    return line.size() > longest ? line.left(longest) + QStringLiteral("...") : line;
}

QString foreignScriptWarning()
{
    return QStringLiteral("It comes from another machine: read every line before you run it.");
}

QByteArray shellScript(const StagePlan& plan, const ScriptTitle& title)
{
    return script(plan, title, *shellLines());
}

QByteArray batchScript(const StagePlan& plan, const ScriptTitle& title)
{
    return script(plan, title, *batchLines(title.variables));
}

}
