// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperSteps.h"

namespace torchmason {

QStringList HelperStep::values(const QString& option) const
{
    QStringList found;
    for (qsizetype at = 0; at + 1 < arguments.size(); at += 2) {
        if (arguments[at] == option)
            found.append(arguments[at + 1]);
    }
    return found;
}

QString HelperStep::value(const QString& option) const
{
    return values(option).value(0);
}

std::optional<HelperStep> helperStep(const Command& command)
{
    QString name = command.program;
    name = name.replace(QLatin1Char('\\'), QLatin1Char('/')).section(QLatin1Char('/'), -1);
    if (name != QLatin1String("torchmason-runner") && name != QLatin1String("torchmason-runner.exe"))
        return std::nullopt;
    return HelperStep { command.arguments.value(0), command.arguments.mid(1) };
}

}
