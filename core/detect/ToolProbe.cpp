// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/WindowsPlaces.h"

#include <QDir>

namespace torchmason {

FactsChange probeTool(const ProbeContext& context, const QString& name)
{
    QString path = QDir::fromNativeSeparators(context.program(name, name));
    if (path.isEmpty() && hostPlatform() == Platform::Windows)
        path = windowsToolPlace(context, name);
    if (path.isEmpty())
        return [](HostFacts&) {};
    const bool isChosen = !context.wishes.overrides.value(name).isEmpty();
    const QString source = isChosen ? chosenByUser() : name + QStringLiteral(" --version");
    const auto version = context.version(path);
    return [=](HostFacts& facts) {
        if (!version)
            facts.unknown.append({ name, version.error().message });
        if (version || isChosen) // another one is not taken without a word
            facts.tools.append({ name, path, version ? *version : QString(), source });
    };
}

}
