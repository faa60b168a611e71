// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"

namespace torchmason {

namespace {

template <typename Number> void put(Json& object, const char* member, const std::optional<Number>& value)
{
    object[member] = value ? Json(*value) : Json(nullptr);
}

void put(Json& object, const char* member, const QString& text)
{
    object[member] = toJson(text);
}

// What another version wrote stays in the document.
Json withRest(Json object, const Json& rest)
{
    if (rest.is_object())
        object.update(rest);
    return object;
}

Json packagesJson(const QMap<QString, QString>& packages)
{
    Json object = Json::object();
    for (auto package = packages.begin(); package != packages.end(); ++package)
        object[package.key().toStdString()] = toJson(package.value());
    return object;
}

Json gpuJson(const GpuFacts& gpu)
{
    Json object;
    put(object, "name", gpu.name);
    put(object, "computeCapability", gpu.computeCapability);
    put(object, "memory", gpu.memory);
    put(object, "driver", gpu.driver);
    put(object, "source", gpu.source);
    put(object, "pci", gpu.pci);
    put(object, "kernelDriver", gpu.kernelDriver);
    return withRest(object, gpu.rest);
}

Json toolkitJson(const CudaToolkitFacts& toolkit)
{
    Json object;
    put(object, "root", toolkit.root);
    put(object, "nvcc", toolkit.nvcc);
    put(object, "version", toolkit.version);
    object["winsOnPath"] = toolkit.winsOnPath;
    put(object, "cudnn", toolkit.cudnn);
    put(object, "source", toolkit.source);
    object["namedBy"] = toJson(toolkit.namedBy);
    return withRest(object, toolkit.rest);
}

Json compilerJson(const CompilerFacts& compiler)
{
    Json object;
    put(object, "family", compiler.family);
    put(object, "path", compiler.path);
    put(object, "version", compiler.version);
    put(object, "product", compiler.product);
    object["default"] = compiler.isDefault;
    put(object, "source", compiler.source);
    put(object, "realPath", compiler.realPath);
    object["toolsets"] = toJson(compiler.toolsets);
    if (!compiler.otherPaths.isEmpty())
        object["otherPaths"] = toJson(compiler.otherPaths);
    return withRest(object, compiler.rest);
}

Json pythonJson(const PythonFacts& python)
{
    Json object;
    put(object, "path", python.path);
    put(object, "version", python.version);
    put(object, "kind", python.kind);
    object["modules"] = toJson(python.modules);
    object["default"] = python.isDefault;
    put(object, "source", python.source);
    object["packages"] = packagesJson(python.packages);
    put(object, "headers", python.headers);
    put(object, "tag", python.tag);
    return withRest(object, python.rest);
}

Json toolJson(const ToolFacts& tool)
{
    Json object;
    put(object, "name", tool.name);
    put(object, "path", tool.path);
    put(object, "version", tool.version);
    put(object, "source", tool.source);
    return withRest(object, tool.rest);
}

Json diskJson(const DiskFacts& disk)
{
    Json object;
    put(object, "role", disk.role);
    put(object, "path", disk.path);
    put(object, "free", disk.free);
    put(object, "total", disk.total);
    return withRest(object, disk.rest);
}

Json unknownJson(const UnknownFact& unknown)
{
    Json object;
    put(object, "probe", unknown.probe);
    put(object, "reason", unknown.reason);
    return withRest(object, unknown.rest);
}

template <typename Item> Json listJson(const QVector<Item>& items, Json (*one)(const Item&))
{
    Json list = Json::array();
    for (const Item& item : items)
        list.push_back(one(item));
    return list;
}

}

Json toJson(const HostFacts& facts)
{
    Json object;
    object["facts"] = factsVersion;
    put(object, "platform", platformId(facts.platform));
    put(object, "osName", facts.osName);
    put(object, "osBuild", facts.osBuild);
    put(object, "machine", facts.machine);
    put(object, "cpuModel", facts.cpuModel);
    put(object, "physicalCores", facts.physicalCores);
    put(object, "logicalCores", facts.logicalCores);
    put(object, "coresOfMachine", facts.coresOfMachine);
    put(object, "limitedBy", facts.limitedBy);
    put(object, "performanceCores", facts.performanceCores);
    put(object, "efficiencyCores", facts.efficiencyCores);
    put(object, "memoryTotal", facts.memoryTotal);
    put(object, "memoryAvailable", facts.memoryAvailable);
    put(object, "swapTotal", facts.swapTotal);
    put(object, "longPathsEnabled", facts.longPathsEnabled);
    put(object, "codePage", facts.codePage);
    put(object, "defenderScans", facts.defenderScans);
    object["environment"] = toJson(facts.environment);
    object["gpus"] = listJson(facts.gpus, gpuJson);
    object["cudaToolkits"] = listJson(facts.cudaToolkits, toolkitJson);
    object["compilers"] = listJson(facts.compilers, compilerJson);
    object["pythons"] = listJson(facts.pythons, pythonJson);
    object["tools"] = listJson(facts.tools, toolJson);
    object["disks"] = listJson(facts.disks, diskJson);
    if (!facts.trials.isEmpty())
        object["trials"] = listJson(facts.trials, toJson);
    object["unknown"] = listJson(facts.unknown, unknownJson);
    return withRest(object, facts.rest);
}

}
