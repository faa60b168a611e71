// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperLines.h"

#include "core/stages/VirtualEnvironment.h"

namespace torchmason {

QString backendSentence(const HelperUse& use)
{
    return QStringLiteral("The tree in %1 does not make its wheel with %2 any more.")
        .arg(use.value("--source"), use.value("--expected"));
}

QString foreignFolderNote()
{
    return QStringLiteral("CMake itself refuses a folder that was made for another source or generator.");
}

QString loadNote()
{
    return QStringLiteral("Torchmason also loads each of these.");
}

QString staleSentence(const HelperUse& use, const QString& flag)
{
    return QStringLiteral("%1 was built with %2, which is OFF now: empty the folder first.")
        .arg(use.value("--build"), flag);
}

QString goneSentence(const QString& flag)
{
    return QStringLiteral("%1 was asked to be ON, but CMake switched it OFF; its messages above say why.")
        .arg(flag);
}

QString noPythonSentence(const HelperUse& use)
{
    return QStringLiteral("%1 holds files but no Python, and no environment is made over them: write "
                          "another place into this script.")
        .arg(use.value("--into"));
}

QString noWheelSentence()
{
    return QStringLiteral("No wheel was packed before this step, so there is none to install.");
}

QVector<EnvironmentValue> pipVariables(
    const HelperUse& use, const PythonEnvironment& python, Platform platform)
{
    QVector<EnvironmentValue> variables = use.command.environment;
    for (const EnvironmentValue& ours : pipEnvironment(python, platform)) {
        variables.removeIf([&](const EnvironmentValue& value) { return value.name == ours.name; });
        variables.append(ours);
    }
    return variables;
}

QString interpreterOr(const HelperUse& use, const char* name)
{
    for (const ScriptVariable& variable : use.title.variables) {
        if (variable.name == ScriptName::Python)
            return markOf(variable.name);
    }
    return QLatin1String(name);
}

QString submoduleSentence()
{
    return QStringLiteral("These submodules are not at their recorded commits.");
}

QStringList submoduleStatus()
{
    return { QStringLiteral("submodule"), QStringLiteral("status"), QStringLiteral("--recursive") };
}

}
