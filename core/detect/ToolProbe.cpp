// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/WindowsPlaces.h"

#include <QDir>

namespace torchmason {

FactsChange probeTool(const ProbeContext& context, const QString& name, const QStringList& arguments)
{
    QString path = context.program(name, name);
    if (path.isEmpty() && hostPlatform() == Platform::Windows)
        path = windowsToolPlace(context, name);
    if (path.isEmpty())
        return [](HostFacts&) {};
    const auto output = context.output(path, arguments);
    if (!output)
        return unknownChange(name, output.error().message);
    const QString version = versionIn(plainToolText(*output));
    if (version.isEmpty())
        return unknownChange(name, QStringLiteral("%1 printed no version.").arg(path));
    const bool isChosen = !context.wishes.overrides.value(name).isEmpty();
    const QString source
        = isChosen ? chosenByUser() : QStringLiteral("%1 %2").arg(name, arguments.join(QLatin1Char(' ')));
    return [tool = ToolFacts { name, QDir::fromNativeSeparators(path), version, source }](
               HostFacts& facts) { facts.tools.append(tool); };
}

}
