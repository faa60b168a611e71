// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/OptionAvailability.h"
#include "core/config/OptionValue.h"
#include "core/config/PreflightRules.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

bool saySame(const QString& left, const QString& right)
{
    const bool areSwitches = isCMakeSwitch(left) && isCMakeSwitch(right);
    return areSwitches ? isCMakeTrue(left) == isCMakeTrue(right) : left == right;
}

// From 2.14 on the tree puts variables with these beginnings over what it was given with -D
// (cmake/EnvVarForwarding.cmake); before, and for all others, the CMake entry stays.
bool environmentWins(const QString& name, const QString& release)
{
    const auto begins = [&](const char* prefix) { return name.startsWith(QLatin1String(prefix)); };
    return !release.isEmpty() && !isBelow(release, QStringLiteral("2.14"))
        && (begins("USE_") || begins("BUILD_") || begins("CMAKE_"));
}

}

// The same name as a flag and as a variable of the environment, with two values.
void checkNamesSetTwice(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const Configuration& configuration = input.request.configuration;
    for (const EnvironmentValue& variable : configuration.environment) {
        const FlagValue* flag = configuration.flag(variable.name);
        if (!flag || !variable.value || saySame(flag->value, *variable.value))
            continue;
        CheckRow row = problemRow("name-set-twice", CheckState::Warning, variable.name,
            QStringLiteral("As a CMake entry %1 is \"%2\", as an environment variable \"%3\".")
                .arg(variable.name, flag->value, *variable.value));
        const bool variableWins = environmentWins(variable.name, releaseOf(input.request.source));
        row.fixText = (variableWins ? QStringLiteral("This release takes the variable. ")
                                    : QStringLiteral("The CMake entry counts. "))
            + QStringLiteral("Take one of the two back on the Flags page.");
        row.values = { { variable.name, flag->value, originText(flag->origin) },
            { QStringLiteral("environment ") + variable.name, *variable.value,
                originText(variable.origin) } };
        row.reference = QStringLiteral("cmake/EnvVarForwarding.cmake, cmake/public/utils.cmake");
        row.changes
            = { unsetEnvironmentChange(variable.name), setFlagChange(variable.name, *variable.value) };
        rows.append(row);
    }
}

}
