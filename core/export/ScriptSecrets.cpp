// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptSecrets.h"

#include "core/store/SecretMask.h"

namespace torchmason {

QStringList takeOutMasked(Command& command)
{
    QStringList names;
    for (const EnvironmentValue& value : command.environment) {
        if (isMasked(value))
            names << value.name;
    }
    command.environment.removeIf([](const EnvironmentValue& value) { return isMasked(value); });
    return names;
}

}
