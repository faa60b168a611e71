// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/PlanText.h"

#include "ui/text/Ui.h"

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
                                                        : stage.commands.first().purpose;
    return stage.commands.isEmpty() ? Ui::tr("nothing to run")
                                    : Ui::tr("%n commands", nullptr, int(stage.commands.size()));
}

}
