// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"
#include "core/detect/VisualStudio.h"

#include <QDir>

namespace torchmason {

FactsChange probeCompilers(const ProbeContext& context)
{
    const QString programFiles = context.environment.value(
        QStringLiteral("ProgramFiles(x86)"), QStringLiteral("C:\\Program Files (x86)"));
    const QString vswhere = QDir::fromNativeSeparators(programFiles)
        + QStringLiteral("/Microsoft Visual Studio/Installer/vswhere.exe");
    if (!context.exists(vswhere))
        return [](HostFacts&) {}; // no installer of Visual Studio 2017 or newer: none is there
    const auto output = context.output(vswhere, vswhereArguments());
    if (!output)
        return unknownChange(QStringLiteral("compilers"), output.error().message);
    auto compilers = compilersFromVswhere(*output);
    if (!compilers)
        return unknownChange(QStringLiteral("compilers"), compilers.error().message);
    for (CompilerFacts& compiler : compilers.value())
        completeToolset(context, compiler);
    return [found = *compilers](HostFacts& facts) { facts.compilers = found; };
}

}
