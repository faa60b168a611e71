// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptHead.h"

#include "core/export/ScriptSecrets.h"

namespace torchmason {

QString foreignScriptWarning()
{
    return QStringLiteral("It comes from another machine: read every line before you run it.");
}

QStringList headSentences(const ScriptTitle& title)
{
    const QString attempt
        = title.attempt.isEmpty() ? QString() : QStringLiteral(", attempt %1").arg(title.attempt);
    QStringList sentences {
        QStringLiteral("%1%2, written by Torchmason " TORCHMASON_VERSION ".").arg(title.profile, attempt),
        QStringLiteral(
            "No secrets stand here. Where (masked) does, put the password in before you run this."),
    };
    if (title.isForeign)
        sentences << foreignScriptWarning();
    sentences << title.notes;
    if (!title.variables.isEmpty())
        sentences << QStringLiteral(
            "Look at what is set below before you run this: change what is not so here.");
    return sentences;
}

QString stageLine(const Stage& stage)
{
    return QStringLiteral("---- %1 (%2)").arg(stage.title, stage.id);
}

QString stepName(const Stage& stage, const Command& command)
{
    QString name = withScriptNames(QStringLiteral("%1: %2").arg(stage.title, command.purpose));
    return name.replace(QLatin1Char('\r'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QStringList maskedNotes(Command& command)
{
    QStringList sentences;
    for (const QString& name : takeOutMasked(command))
        sentences << QStringLiteral("%1 was set to a secret: set it in your environment.").arg(name);
    return sentences;
}

QVector<QPair<ScriptVariable, QString>> shownVariables(
    const ScriptTitle& title, const QString& body, const QString& use)
{
    QVector<QPair<ScriptVariable, QString>> shown;
    QVector<ScriptVariable> before;
    for (const ScriptVariable& variable : title.variables) {
        const bool isFolder = variable.name == ScriptName::Source || variable.name == ScriptName::Build;
        if (!isFolder && !body.contains(use.arg(scriptNameOf(markOf(variable.name)))))
            continue;
        shown.append({ variable, withMarks(withoutScriptMarks(variable.value), before, Platform::Linux) });
        before << variable;
    }
    return shown;
}

}
