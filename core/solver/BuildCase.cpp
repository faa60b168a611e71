// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/BuildCase.h"

#include "core/change/FixCommands.h"
#include "core/config/BuildChoice.h"
#include "core/config/Placeholders.h"
#include "core/detect/VisualStudio.h"
#include "core/preflight/ToolkitAdvice.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

// As detection tells it where the user chose that program.
template <typename List, typename PathOf> void choose(List& list, const QString& path, const PathOf& pathOf)
{
    if (std::none_of(list.begin(), list.end(), [&](const auto& entry) { return pathOf(entry) == path; }))
        return;
    for (auto& entry : list) {
        if (pathOf(entry) == path)
            entry.source = chosenByUser();
        else if (entry.source == chosenByUser())
            entry.source.clear();
    }
}

template <typename List> void makeDefault(List& list)
{
    for (auto& entry : list)
        entry.isDefault = entry.source == chosenByUser() || entry.isDefault;
    for (auto& entry : list)
        entry.isDefault = entry.isDefault
            && (entry.source == chosenByUser()
                || std::none_of(list.begin(), list.end(),
                    [](const auto& other) { return other.source == chosenByUser(); }));
}

// CUDA/v12.9/bin/nvcc.exe, cuda-12.9/bin/nvcc: its folder may tell the version.
void nameToolkit(HostFacts& facts, const QString& nvcc)
{
    static const QRegularExpression version(QStringLiteral(R"(\d+\.\d+)"));
    CudaToolkitFacts toolkit;
    toolkit.nvcc = nvcc;
    toolkit.root = nvcc.section(QLatin1Char('/'), 0, -3);
    toolkit.version = version.match(toolkit.root.section(QLatin1Char('/'), -1)).captured();
    facts.cudaToolkits.append(toolkit);
}

QString familyOf(const QString& compiler)
{
    const QString name = compiler.section(QLatin1Char('/'), -1).toLower();
    if (name == QLatin1String("cl.exe") || name == QLatin1String("cl"))
        return QStringLiteral("msvc");
    return name.contains(QLatin1String("clang")) ? QStringLiteral("clang") : QStringLiteral("gcc");
}

void installToolkit(HostFacts& facts, const QString& version)
{
    const bool windows = facts.platform == Platform::Windows;
    CudaToolkitFacts toolkit;
    toolkit.root = usualCuda(version, facts.platform);
    toolkit.nvcc = toolkit.root + (windows ? QStringLiteral("/bin/nvcc.exe") : QStringLiteral("/bin/nvcc"));
    toolkit.version = version;
    facts.cudaToolkits.append(toolkit);
    chooseProgram(facts, QStringLiteral("nvcc"), toolkit.nvcc);
}

void installCompiler(HostFacts& facts, const QString& version)
{
    CompilerFacts compiler;
    compiler.family = QStringLiteral("gcc");
    const QString packaged = packagedGcc(facts, version.toInt(), version.toInt()).program;
    compiler.path = packaged.isEmpty() ? QStringLiteral("/usr/bin/g++-") + version : packaged;
    compiler.version = version;
    compiler.isDefault = facts.compilers.isEmpty();
    facts.compilers.append(compiler);
}

// As detection tells it in a prompt of that toolset.
void chooseToolset(HostFacts& facts, const QString& toolset)
{
    for (CompilerFacts& compiler : facts.compilers) {
        if (compiler.toolsets.contains(toolset))
            compiler.version = compilerVersionOfToolset(toolset);
    }
}

void installPython(HostFacts& facts, const QString& version)
{
    PythonFacts python;
    python.path = QStringLiteral("/usr/bin/python") + version;
    python.version = version;
    python.kind = QStringLiteral("system");
    python.modules
        = { QStringLiteral("yaml"), QStringLiteral("typing_extensions"), QStringLiteral("setuptools"),
              QStringLiteral("wheel"), QStringLiteral("build"), QStringLiteral("scikit_build_core"),
              QStringLiteral("packaging"), QStringLiteral("six"), QStringLiteral("numpy") };
    facts.pythons.append(python);
    chooseProgram(facts, QStringLiteral("python"), python.path);
}

void installModules(HostFacts& facts, const QString& names)
{
    for (PythonFacts& python : facts.pythons)
        python.modules += names.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

void installTool(HostFacts& facts, const QString& name, const QString& version)
{
    facts.tools.removeIf([&](const ToolFacts& tool) { return tool.name == name; });
    ToolFacts tool;
    tool.name = name;
    tool.path = QStringLiteral("/usr/bin/") + name;
    tool.version = version;
    facts.tools.append(tool);
}

void installDriver(HostFacts& facts, const QString& version)
{
    for (GpuFacts& gpu : facts.gpus) {
        gpu.driver = version;
        if (!gpu.isServed())
            gpu.kernelDriver = QStringLiteral("nvidia");
    }
}

void install(HostFacts& facts, const QString& name, const QString& version)
{
    if (name == QLatin1String("cuda"))
        installToolkit(facts, version);
    else if (name == QLatin1String("gcc"))
        installCompiler(facts, version);
    else if (name == QLatin1String("msvc-toolset"))
        chooseToolset(facts, version);
    else if (name == QLatin1String("python"))
        installPython(facts, version);
    else if (name == QLatin1String("python-modules"))
        installModules(facts, version);
    else if (name == QLatin1String("python-headers"))
        for (PythonFacts& python : facts.pythons)
            python.headers = true;
    else if (name == QLatin1String("driver"))
        installDriver(facts, version);
    else
        installTool(facts, name, version);
}

void act(BuildCase& wanted, const ChangeStep& step)
{
    applyStep(step, wanted.wishes);
    if (step.kind == StepKind::Choose)
        chooseProgram(wanted.facts, step.name, step.value);
    else if (step.kind == StepKind::Install)
        install(wanted.facts, step.name, step.value);
}

}

void chooseProgram(HostFacts& facts, const QString& key, const QString& path)
{
    const auto plainPath = [](const auto& entry) { return entry.path; };
    if (key == QLatin1String("nvcc")) {
        choose(facts.cudaToolkits, path, [](const CudaToolkitFacts& toolkit) { return toolkit.nvcc; });
    } else if (key == QLatin1String("cxx")) {
        choose(facts.compilers, path, plainPath);
        makeDefault(facts.compilers);
    } else if (key == QLatin1String("python")) {
        choose(facts.pythons, path, plainPath);
        makeDefault(facts.pythons);
    }
}

void nameProgram(HostFacts& facts, const QString& key, const QString& path)
{
    if (key == QLatin1String("nvcc"))
        nameToolkit(facts, path);
    else if (key == QLatin1String("cxx"))
        facts.compilers.append({ familyOf(path), path, {}, {}, false, {} });
    else if (key == QLatin1String("python"))
        facts.pythons.append({ path, {}, {}, {}, false, {} });
    else {
        facts.tools.removeIf([&key](const ToolFacts& tool) { return tool.name == key; });
        facts.tools.append({ key, path, {}, chosenByUser() });
    }
    chooseProgram(facts, key, path);
}

void chooseNamed(HostFacts& facts, const QMap<QString, QString>& named)
{
    static const QMap<QString, QString> probes { { QStringLiteral("nvcc"), QStringLiteral("cuda") },
        { QStringLiteral("cxx"), QStringLiteral("compilers") } };
    for (auto entry = named.begin(); entry != named.end(); ++entry) {
        const QString& path = entry.value();
        const auto isIt = [&path](const auto& program) { return program.path == path; };
        const auto hasIt = [&isIt](const auto& list) { return std::any_of(list.begin(), list.end(), isIt); };
        const bool isNvcc = std::any_of(facts.cudaToolkits.begin(), facts.cudaToolkits.end(),
            [&path](const CudaToolkitFacts& toolkit) { return toolkit.nvcc == path; });
        const CompilerFacts* compiler
            = entry.key() == QLatin1String("cxx") ? compilerNamed(facts, path) : nullptr;
        if (isNvcc || hasIt(facts.pythons) || hasIt(facts.tools)) {
            chooseProgram(facts, entry.key(), path);
        } else if (compiler) {
            chooseProgram(facts, entry.key(), compiler->path);
        } else {
            // As detection tells of one that does not answer; the reason begins with the path.
            facts.unknown.append({ probes.value(entry.key(), entry.key()),
                path + QStringLiteral(" is not in the facts of that machine") });
            nameProgram(facts, entry.key(), path);
        }
    }
}

BuildCase changed(const BuildCase& before, const Change& change)
{
    BuildCase after = before;
    for (const ChangeStep& step : change.steps)
        act(after, step);
    return after;
}

}
