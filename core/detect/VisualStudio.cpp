// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/VisualStudio.h"

#include "core/base/Core.h"
#include "core/detect/AskAll.h"
#include "core/knowledge/VersionText.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

QStringList vswhereArguments(Instances instances)
{
    const QStringList answerForm { QStringLiteral("-prerelease"), QStringLiteral("-sort"),
        QStringLiteral("-format"), QStringLiteral("json"), QStringLiteral("-utf8") };
    QStringList words { QStringLiteral("-products") };
    if (instances == Instances::WithCpp)
        return words << QStringLiteral("*") << answerForm << QStringLiteral("-requires")
                     << QStringLiteral("Microsoft.VisualStudio.Component.VC.Tools.x86.x64");
    // Others come with the same installer and can never have it: SQL Server's studio, test agents.
    for (const char* product : { "Community", "Professional", "Enterprise", "BuildTools" })
        words << QStringLiteral("Microsoft.VisualStudio.Product.") + QLatin1String(product);
    return words << answerForm;
}

Result<QVector<CompilerFacts>> compilersFromVswhere(const QByteArray& json)
{
    const auto document = parseJson(json, QStringLiteral("vswhere"));
    if (!document)
        return document.error();
    if (!document->is_array())
        return Error { Core::tr("vswhere printed no list.") };
    QVector<CompilerFacts> compilers;
    for (const Json& instance : *document) {
        JsonReader reader(instance, QStringLiteral("vswhere"));
        CompilerFacts compiler;
        compiler.family = QStringLiteral("msvc");
        compiler.path
            = reader.string("installationPath", QString()).replace(QLatin1Char('\\'), QLatin1Char('/'));
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

namespace {

// The one of the prompt that we were started in (vcvars64.bat -vcvars_ver=14.38), which a build takes over as
// it is; else the default one.
QString toolsetInUse(const ProbeContext& context, const QString& root)
{
    const QString folder = QDir::cleanPath(context.variable("VSINSTALLDIR").replace(u'\\', u'/'));
    const bool isItsPrompt
        = !context.variable("VSCMD_VER").isEmpty() && folder.compare(root, Qt::CaseInsensitive) == 0;
    const QString ofPrompt = isItsPrompt ? context.variable("VCToolsVersion") : QString();
    if (!ofPrompt.isEmpty())
        return ofPrompt;
    const auto file
        = context.readFile(root + QStringLiteral("/VC/Auxiliary/Build/Microsoft.VCToolsVersion.default.txt"));
    return QString::fromLatin1(file.value_or(QByteArray()).trimmed());
}

}

void completeToolset(const ProbeContext& context, CompilerFacts& compiler)
{
    const QString root = compiler.path;
    const QString tools = root + QStringLiteral("/VC/Tools/MSVC/");
    const QString program = QStringLiteral("/bin/Hostx64/x64/cl.exe");
    const QString toolset = toolsetInUse(context, root);
    compiler.version = compilerVersionOfToolset(toolset);
    if (!compiler.version.isEmpty())
        compiler.path = tools + toolset + program;
    for (const QString& folder : context.folders(tools.chopped(1), { QStringLiteral("14.*") })) {
        if (context.exists(folder + program))
            compiler.toolsets << folder.section(QLatin1Char('/'), -1);
    }
    std::sort(compiler.toolsets.begin(), compiler.toolsets.end(),
        [](const QString& left, const QString& right) { return compareVersions(left, right) > 0; });
}

namespace {

using Answer = Result<QVector<CompilerFacts>>;

QString withoutCppText(const CompilerFacts& instance)
{
    const QString name = instance.product.isEmpty() ? QStringLiteral("Visual Studio") : instance.product;
    return Core::tr("%1 in %2 has no C++ compiler: choose Modify in the Visual Studio Installer and add "
                    "\"Desktop development with C++\".")
        .arg(name, instance.path);
}

QVector<UnknownFact> withoutCpp(const QVector<CompilerFacts>& all, const QVector<CompilerFacts>& compilers)
{
    QVector<UnknownFact> lacking;
    for (const CompilerFacts& instance : all) {
        const bool hasCpp = std::any_of(compilers.begin(), compilers.end(),
            [&](const CompilerFacts& compiler) { return compiler.path == instance.path; });
        if (!hasCpp)
            lacking.append({ QStringLiteral("visual-studio"), withoutCppText(instance) });
    }
    return lacking;
}

}

FactsChange probeVisualStudio(const ProbeContext& context)
{
    const QString programFiles = context.environment.value(
        QStringLiteral("ProgramFiles(x86)"), QStringLiteral("C:\\Program Files (x86)"));
    const QString vswhere = QString(programFiles).replace(QLatin1Char('\\'), QLatin1Char('/'))
        + QStringLiteral("/Microsoft Visual Studio/Installer/vswhere.exe");
    if (!context.exists(vswhere))
        return [](HostFacts&) {}; // no installer of Visual Studio 2017 or newer: none is there
    const QVector<Instances> questions { Instances::WithCpp, Instances::All };
    const auto answers
        = askAll(questions, context.patience(), [context, vswhere](Instances instances) -> Answer {
              const auto output = context.output(vswhere, vswhereArguments(instances));
              return output ? compilersFromVswhere(*output) : Answer(output.error());
          });
    const Answer late = noAnswerInTime(vswhere, context.patience());
    const Answer withCpp = answers[0].value_or(late);
    if (!withCpp)
        return unknownChange(QStringLiteral("compilers"), withCpp.error().message);
    QVector<CompilerFacts> compilers = *withCpp;
    const Answer all = answers[1].value_or(late);
    const QVector<UnknownFact> lacking = all ? withoutCpp(*all, compilers) : QVector<UnknownFact>();
    for (CompilerFacts& compiler : compilers)
        completeToolset(context, compiler);
    return [compilers, lacking](HostFacts& facts) {
        facts.compilers = compilers;
        facts.unknown += lacking;
    };
}

}
