// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/VisualStudio.h"

#include <QDir>

namespace torchmason {

QStringList vswhereArguments()
{
    return { QStringLiteral("-products"), QStringLiteral("*"), QStringLiteral("-requires"),
        QStringLiteral("Microsoft.VisualStudio.Component.VC.Tools.x86.x64"), QStringLiteral("-prerelease"),
        QStringLiteral("-sort"), QStringLiteral("-format"), QStringLiteral("json"), QStringLiteral("-utf8") };
}

Result<QVector<CompilerFacts>> compilersFromVswhere(const QByteArray& json)
{
    const auto document = parseJson(json, QStringLiteral("vswhere"));
    if (!document)
        return document.error();
    if (!document->is_array())
        return Error { QStringLiteral("vswhere printed no list.") };
    QVector<CompilerFacts> compilers;
    for (const Json& instance : *document) {
        JsonReader reader(instance, QStringLiteral("vswhere"));
        CompilerFacts compiler;
        compiler.family = QStringLiteral("msvc");
        compiler.path = QDir::fromNativeSeparators(reader.string("installationPath", QString()));
        compiler.product = reader.string("displayName", QString());
        compiler.source = QStringLiteral("vswhere");
        compiler.isDefault = compilers.isEmpty();
        if (!compiler.path.isEmpty())
            compilers.append(compiler);
    }
    return compilers;
}

QString compilerVersionOfToolset(const QString& toolset)
{
    // Toolset 14.44 holds cl 19.44; so it has been since 2015.
    return toolset.startsWith(QLatin1String("14.")) ? QStringLiteral("19.") + toolset.mid(3) : QString();
}

void completeToolset(const ProbeContext& context, CompilerFacts& compiler)
{
    const QString root = compiler.path;
    const auto file
        = context.readFile(root + QStringLiteral("/VC/Auxiliary/Build/Microsoft.VCToolsVersion.default.txt"));
    const QString toolset = QString::fromLatin1(file.value_or(QByteArray()).trimmed());
    compiler.version = compilerVersionOfToolset(toolset);
    if (!compiler.version.isEmpty())
        compiler.path = QStringLiteral("%1/VC/Tools/MSVC/%2/bin/Hostx64/x64/cl.exe").arg(root, toolset);
}

}
