// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/ComparedValueList.h"

#include "core/detect/HostFacts.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

// What the build began with goes before what was seen when it was asked for.
QMap<QString, QString> inputsOf(const AttemptRecord& record)
{
    QMap<QString, QString> inputs;
    for (const StageResult& stage : record.stages) {
        for (auto input = stage.inputs.begin(); input != stage.inputs.end(); ++input)
            inputs.insert(input.key(), input.value());
    }
    return inputs;
}

void addTools(const QMap<QString, QString>& inputs, const HostFacts& facts, ComparedValueList& values)
{
    QString compiler = inputs.value(QStringLiteral("c++ compiler"));
    QString title = compiler;
    for (const CompilerFacts& one : facts.compilers) {
        if (one.isDefault && compiler.isEmpty())
            compiler = compilerName(one);
        // Of two products with one version the one that is used by itself.
        if (compilerName(one) == compiler && (title == compiler || title.isEmpty() || one.isDefault))
            title = compilerTitle(one);
    }
    values.addTitled("tool", "compiler", Core::tr("C++ compiler"), title, compiler);
    const CudaToolkitFacts* toolkit = facts.winningToolkit();
    values.addNamed("tool", QStringLiteral("CUDA"),
        inputs.value(QStringLiteral("nvcc"), toolkit ? toolkit->version : QString()));
    values.addNamed("tool", QStringLiteral("cuDNN"), toolkit ? toolkit->cudnn : QString());
    for (const auto& name : { QStringLiteral("cmake"), QStringLiteral("ninja") }) {
        if (!facts.tool(name))
            values.addNamed("tool", name, inputs.value(name));
    }
    QStringList seen; // a tool may be there twice; the first one is what PATH finds
    for (const ToolFacts& tool : facts.tools) {
        if (!seen.contains(tool.name))
            values.addNamed("tool", tool.name, inputs.value(tool.name, tool.version));
        seen << tool.name;
    }
}

void addPython(const AttemptRecord& record, const QMap<QString, QString>& inputs, const HostFacts& facts,
    ComparedValueList& values)
{
    const PythonFacts* python = facts.defaultPython();
    for (const PythonFacts& one : facts.pythons)
        python = one.path == record.request.python.base ? &one : python;
    values.add("python", "version", Core::tr("Version"),
        inputs.value(QStringLiteral("python"), python ? python->version : QString()));
    values.add("python", "environment", Core::tr("Separate environment"), record.request.python.folder);
    if (!python)
        return;
    for (auto package = python->packages.begin(); package != python->packages.end(); ++package)
        values.addNamed("python", package.key(), package.value());
}

void addSurroundings(const QStringList& ids, ComparedValueList& values)
{
    QStringList names;
    for (const QString& id : ids) {
        const QString name = surroundingName(id);
        names << (name.isEmpty() ? id : name); // "conda"
    }
    values.addTitled("system", "runs in", Core::tr("Runs in"), names.join(QStringLiteral(", ")),
        ids.join(QStringLiteral(", ")));
}

void addMachine(const AttemptRecord& record, const HostFacts& facts, ComparedValueList& values)
{
    int number = 0;
    for (const GpuFacts& gpu : facts.gpus) {
        const QString name = QStringLiteral("GPU %1").arg(++number);
        QStringList parts { gpu.name };
        if (!gpu.computeCapability.isEmpty())
            parts << gpu.computeCapability;
        if (gpu.memory)
            parts << formatBytes(*gpu.memory);
        values.addNamed("gpu", name, parts.join(QStringLiteral(", ")));
        if (number == 1)
            values.add("gpu", "driver", Core::tr("Driver"), gpu.driver);
    }
    values.add("system", "name", Core::tr("Operating system"), facts.osName);
    values.add("system", "kernel", Core::tr("Kernel or build"), facts.osBuild);
    values.add("system", "machine", Core::tr("Architecture"), facts.machine);
    values.add("system", "processor", Core::tr("Processor"), facts.cpuModel);
    if (facts.logicalCores)
        values.add("system", "cores", Core::tr("Cores"), QString::number(*facts.logicalCores));
    if (facts.memoryTotal)
        values.add("system", "memory", Core::tr("Memory"), formatBytes(*facts.memoryTotal));
    addSurroundings(facts.environment, values);
    if (record.imported && !isOfLog(record))
        values.add("system", "computer", Core::tr("Computer"),
            record.imported->from.isEmpty() ? Core::tr("another machine") : record.imported->from);
    values.add("system", "program", Core::tr("Version of this program"), record.programVersion);
}

}

void addMachineValues(const AttemptRecord& record, ComparedValueList& values)
{
    const auto known = hostFactsFromJson(record.request.hostFacts, QStringLiteral("hostFacts"));
    const HostFacts facts = known ? *known : HostFacts();
    const QMap<QString, QString> inputs = inputsOf(record);
    addTools(inputs, facts, values);
    addPython(record, inputs, facts, values);
    addMachine(record, facts, values);
}

}
