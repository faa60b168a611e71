// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/DetectionNeeds.h"

#include "core/base/PlatformPath.h"
#include "core/config/BuildChoice.h"
#include "core/config/PythonChoice.h"

namespace torchmason {

namespace {

QStringList valuesOf(const QStringList& names, const QVector<FlagValue>& flags)
{
    QStringList values;
    for (const QString& name : names) {
        for (const FlagValue& flag : flags) {
            if (flag.name == name && !flag.value.isEmpty() && !flag.value.contains(QLatin1String("${")))
                values << flag.value;
        }
    }
    values.removeDuplicates();
    return values;
}

QStringList pythonsOf(const QVector<FlagValue>& flags)
{
    QStringList paths;
    for (const QString& named : valuesOf(pythonFlagNames(), flags))
        paths << wholePythonPath(named);
    return paths;
}

// A profile may be a stranger's, and what is looked for is started before anybody agreed to a build. Programs
// on another computer are named by the user himself.
QVector<FlagValue> withoutNetwork(QVector<FlagValue> flags)
{
    flags.removeIf([](const FlagValue& flag) { return isOfNetwork(flag.value); });
    return flags;
}

}

QMap<QString, QString> chosenPrograms(const HostFacts& facts)
{
    QMap<QString, QString> programs;
    for (const ToolFacts& tool : facts.tools) {
        if (tool.source == chosenByUser())
            programs.insert(tool.name, tool.path);
    }
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (toolkit.source == chosenByUser())
            programs.insert(QStringLiteral("nvcc"), toolkit.nvcc);
    }
    for (const CompilerFacts& compiler : facts.compilers) {
        if (compiler.source == chosenByUser())
            programs.insert(QStringLiteral("cxx"), compiler.path);
    }
    for (const PythonFacts& python : facts.pythons) {
        if (python.source == chosenByUser())
            programs.insert(QStringLiteral("python"), python.path);
    }
    return programs;
}

DetectionWishes detectionFor(const Profile& profile, const RequestWishes& wishes)
{
    DetectionWishes look { wishes.programs, wishes.sourceFolder, wishes.buildFolder };
    const QVector<FlagValue> flags = withoutNetwork(profile.configuration.flags) + wishes.configuration.flags;
    look.pythons = pythonsOf(flags);
    look.compilers = valuesOf(compilerFlagNames(), flags);
    return look;
}

DetectionWishes detectionForRetry(const BuildRequest& request, const RequestWishes& wishes)
{
    DetectionWishes look { {}, request.sourceFolder, request.buildFolder };
    if (const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts")))
        look.overrides = chosenPrograms(*facts);
    look.overrides.insert(wishes.programs);
    const Configuration before = withBasePython(request.configuration, request.python, hostPlatform());
    look.pythons = pythonsOf(before.flags + wishes.configuration.flags);
    if (!request.python.base.isEmpty() && !look.pythons.contains(request.python.base))
        look.pythons.prepend(request.python.base);
    look.compilers = valuesOf(compilerFlagNames(), request.configuration.flags + wishes.configuration.flags);
    return look;
}

}
