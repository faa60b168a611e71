// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/WindowsPlaces.h"

#include <QDir>

namespace torchmason {

namespace {

Result<QString> askVersion(const ProbeContext& context, const QString& path, const QStringList& arguments)
{
    const auto output = context.output(path, arguments);
    if (!output)
        return output.error();
    const QString version = versionIn(plainToolText(*output));
    if (version.isEmpty())
        return Error { QStringLiteral("%1 printed no version.").arg(path) };
    return version;
}

}

FactsChange probeTool(const ProbeContext& context, const QString& name, const QStringList& arguments)
{
    QString path = QDir::fromNativeSeparators(context.program(name, name));
    if (path.isEmpty() && hostPlatform() == Platform::Windows)
        path = windowsToolPlace(context, name);
    if (path.isEmpty())
        return [](HostFacts&) {};
    const bool isChosen = !context.wishes.overrides.value(name).isEmpty();
    const QString source
        = isChosen ? chosenByUser() : QStringLiteral("%1 %2").arg(name, arguments.join(QLatin1Char(' ')));
    const auto version = askVersion(context, path, arguments);
    return [=](HostFacts& facts) {
        if (!version)
            facts.unknown.append({ name, version.error().message });
        if (version || isChosen) // nobody takes another one without a word
            facts.tools.append({ name, path, version ? *version : QString(), source });
    };
}

}
