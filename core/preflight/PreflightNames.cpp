// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/OptionValue.h"
#include "core/preflight/PreflightRules.h"
#include "core/request/InheritedVariable.h"

namespace torchmason {

namespace {

bool saySame(const QString& left, const QString& right)
{
    const bool areSwitches = isCMakeSwitch(left) && isCMakeSwitch(right);
    return areSwitches ? isCMakeTrue(left) == isCMakeTrue(right) : left == right;
}

}

// The same name as a flag and as a variable of the environment, with two values.
void checkNamesSetTwice(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const Configuration& configuration = choice.request.configuration;
    for (const EnvironmentValue& variable : configuration.environment) {
        const FlagValue* flag = configuration.flag(variable.name);
        if (!flag || !variable.value || saySame(flag->value, *variable.value))
            continue;
        CheckRow& row = addProblem(rows, "name-set-twice", CheckState::Warning, variable.name,
            QStringLiteral("As a CMake entry %1 is \"%2\", as an environment variable \"%3\".")
                .arg(variable.name, flag->value, *variable.value));
        const bool variableWins = effectOfVariable(variable.name, choice.releaseText) == VariableEffect::Wins;
        row.fixText = (variableWins ? QStringLiteral("This release takes the variable. ")
                                    : QStringLiteral("The CMake entry counts. "))
            + QStringLiteral("Take one of the two back on the Flags page.");
        row.values = { { variable.name, flag->value, originText(flag->origin) },
            { QStringLiteral("environment ") + variable.name, *variable.value,
                originText(variable.origin) } };
        row.reference = QStringLiteral("cmake/EnvVarForwarding.cmake, cmake/public/utils.cmake");
        row.changes
            = { unsetEnvironmentChange(variable.name), setFlagChange(variable.name, *variable.value) };
    }
}

}
