// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/PlanText.h"

#include "core/base/Core.h"
#include "core/redact/SecretText.h"
#include "ui/text/Ui.h"

#include <algorithm>

namespace torchmason {

QString stageCommandsText(const Stage& stage, Platform platform)
{
    QStringList lines;
    for (const Command& command : stage.commands)
        lines.append(commandText(command, platform));
    return lines.join(u'\n');
}

QString stageEnvironmentText(const Stage& stage)
{
    QStringList lines;
    for (const Command& command : stage.commands) {
        for (const EnvironmentValue& value : command.environment)
            lines.append(
                value.value ? value.name + u'=' + *value.value : Ui::tr("%1 is removed").arg(value.name));
    }
    lines.removeDuplicates();
    return lines.join(u'\n');
}

QString stageSummary(const Stage& stage)
{
    if (stage.skipped)
        return stage.skipReason.isEmpty() ? Ui::tr("skipped") : Ui::tr("skipped: %1").arg(stage.skipReason);
    if (stage.commands.size() == 1)
        return stage.commands.first().purpose.isEmpty() ? Ui::tr("1 command")
                                                        : shownText(stage.commands.first().purpose);
    return stage.commands.isEmpty() ? Ui::tr("nothing to run")
                                    : Ui::tr("%n commands", nullptr, int(stage.commands.size()));
}

QString changeText(const RequestDifference& change)
{
    const QString name = change.name.section(u' ', -1); // of a variable: behind "Environment"
    const QString now = change.after.isEmpty() ? Ui::tr("not set") : withoutSecretsOf(name, change.after);
    return change.before.isEmpty()
        ? Ui::tr("%1: %2 (not set by the profile)").arg(shownName(change), now)
        : Ui::tr("%1: %2 (profile: %3)").arg(shownName(change), now, withoutSecretsOf(name, change.before));
}

namespace {

struct Piece {
    QString text;
    bool differs = false;
};

const Command* cmakeCommand(const StagePlan& plan)
{
    for (const Stage& stage : plan.stages) {
        if (stage.kind != StageKind::Configure)
            continue;
        for (const Command& command : stage.commands) {
            if (!command.arguments.isEmpty() && command.arguments.first() == QStringLiteral("-G"))
                return &command;
        }
    }
    return nullptr;
}

// "NAME" of -DNAME:TYPE=VALUE and -UNAME.
QString nameIn(const QString& argument)
{
    const QString rest = argument.mid(2);
    const auto ends = [](QChar c) { return c == u':' || c == u'='; };
    return QString(rest.begin(), std::find_if(rest.begin(), rest.end(), ends) - rest.begin());
}

bool isDefinition(const QString& argument)
{
    return argument.startsWith(QStringLiteral("-D")) || argument.startsWith(QStringLiteral("-U"));
}

bool differs(const QString& name, const Configuration& configuration, const Configuration& plain)
{
    const FlagValue* now = configuration.flag(name);
    const FlagValue* then = plain.flag(name);
    return configuration.unsetFlags.contains(name) != plain.unsetFlags.contains(name)
        || (now && (!then || then->value != now->value));
}

// As a shell sets it for this command; cmd.exe has no such form and sets it before.
QString variableText(const EnvironmentValue& variable, Platform platform)
{
    const QString value = withoutSecretsOf(variable.name, variable.value.value_or(QString()));
    if (platform == Platform::Windows) {
        const QString more = variable.inFront ? QStringLiteral(";%") + variable.name + u'%' : QString();
        return QStringLiteral("set \"%1=%2%3\"").arg(variable.name, value, more);
    }
    if (!variable.value)
        return QStringLiteral("env -u ") + variable.name;
    return variable.name + u'=' + quotedForSh(value)
        + (variable.inFront ? QStringLiteral(":\"$") + variable.name + u'"' : QString());
}

QVector<Piece> variablePieces(
    const Configuration& configuration, const Configuration& plain, Platform platform)
{
    QVector<Piece> pieces;
    for (const EnvironmentValue& variable : configuration.environment)
        pieces.append({ variableText(variable, platform), !plain.environment.contains(variable) });
    // "env -u NAME" is a command already: what is set stands before it.
    std::stable_partition(pieces.begin(), pieces.end(),
        [](const Piece& piece) { return !piece.text.startsWith(QStringLiteral("env -u ")); });
    return pieces;
}

QVector<Piece> cmakePieces(
    const Command& command, const Configuration& configuration, const Configuration& plain, Platform platform)
{
    QVector<Piece> pieces { { quotedFor(command.program, platform) } };
    for (const QString& argument : command.arguments) {
        if (isDefinition(argument))
            pieces.append({ quotedFor(argument, platform), differs(nameIn(argument), configuration, plain) });
        else
            pieces.first().text += u' ' + quotedFor(argument, platform);
    }
    return pieces;
}

}

ConfigureText configureText(
    const StagePlan& plan, const Configuration& configuration, const Configuration& plain, Platform platform)
{
    const Command* command = cmakeCommand(plan);
    if (!command)
        return { { Ui::tr("This build has no configure stage.") }, {} };
    const QVector<Piece> variables = variablePieces(configuration, plain, platform);
    const QVector<Piece> definitions = cmakePieces(*command, configuration, plain, platform);
    const bool isWindows = platform == Platform::Windows;
    const QString more = isWindows ? QStringLiteral(" ^") : QStringLiteral(" \\");
    ConfigureText made;
    const auto add = [&](const Piece& piece, const QString& end) {
        if (piece.differs)
            made.differing.insert(int(made.lines.size()));
        made.lines.append(piece.text + end);
    };
    for (const Piece& piece : variables)
        add(piece, isWindows ? QString() : more);
    for (qsizetype i = 0; i < definitions.size(); ++i)
        add({ (i > 0 ? QStringLiteral("  ") : QString()) + definitions[i].text, definitions[i].differs },
            i + 1 < definitions.size() ? more : QString());
    return made;
}

}
