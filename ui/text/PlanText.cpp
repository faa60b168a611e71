// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/PlanText.h"

#include <QCoreApplication>

namespace torchmason {

namespace {

QString say(const char* text, int number = -1)
{
    return QCoreApplication::translate("PlanText", text, nullptr, number);
}

}

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
                value.value ? value.name + u'=' + *value.value : say("%1 is removed").arg(value.name));
    }
    lines.removeDuplicates();
    return lines.join(u'\n');
}

QString stageSummary(const Stage& stage)
{
    if (stage.skipped)
        return stage.skipReason.isEmpty() ? say("skipped") : say("skipped: %1").arg(stage.skipReason);
    if (stage.commands.size() == 1)
        return stage.commands.first().purpose.isEmpty() ? say("1 command") : stage.commands.first().purpose;
    return stage.commands.isEmpty() ? say("nothing to run") : say("%1 commands").arg(stage.commands.size());
}

}
