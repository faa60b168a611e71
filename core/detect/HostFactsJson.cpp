// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"

namespace torchmason {

namespace {

constexpr int factsVersion = 1;

template <typename Number> void put(Json& object, const char* member, const std::optional<Number>& value)
{
    object[member] = value ? Json(*value) : Json(nullptr);
}

void put(Json& object, const char* member, const QString& text)
{
    object[member] = toJson(text);
}

Json gpuJson(const GpuFacts& gpu)
{
    Json object;
    put(object, "name", gpu.name);
    put(object, "computeCapability", gpu.computeCapability);
    put(object, "memory", gpu.memory);
    put(object, "driver", gpu.driver);
    put(object, "source", gpu.source);
    return object;
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
    return object;
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
    return object;
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
    return object;
}

Json toolJson(const ToolFacts& tool)
{
    Json object;
    put(object, "name", tool.name);
    put(object, "path", tool.path);
    put(object, "version", tool.version);
    put(object, "source", tool.source);
    return object;
}

Json diskJson(const DiskFacts& disk)
{
    Json object;
    put(object, "role", disk.role);
    put(object, "path", disk.path);
    put(object, "free", disk.free);
    put(object, "total", disk.total);
    return object;
}

Json unknownJson(const UnknownFact& unknown)
{
    Json object;
    put(object, "probe", unknown.probe);
    put(object, "reason", unknown.reason);
    return object;
}

template <typename Item> Json listJson(const QVector<Item>& items, Json (*one)(const Item&))
{
    Json list = Json::array();
    for (const Item& item : items)
        list.push_back(one(item));
    return list;
}

QString text(JsonReader& reader, const char* member)
{
    return reader.string(member, QString());
}

std::optional<Bytes> size(JsonReader& reader, const char* member)
{
    const auto value = reader.optionalInteger(member);
    if (value && *value < 0)
        reader.fail(QStringLiteral("\"%1\" must not be negative.").arg(QLatin1String(member)));
    return value && *value >= 0 ? std::optional(Bytes(*value)) : std::nullopt;
}

std::optional<int> count(JsonReader& reader, const char* member)
{
    const auto value = reader.optionalInteger(member);
    if (value && (*value < 0 || *value > 1 << 20))
        reader.fail(QStringLiteral("\"%1\" is not a number of cores.").arg(QLatin1String(member)));
    return value ? std::optional(int(*value)) : std::nullopt;
}

GpuFacts readGpu(JsonReader& reader)
{
    return { text(reader, "name"), text(reader, "computeCapability"), size(reader, "memory"),
        text(reader, "driver"), text(reader, "source") };
}

CudaToolkitFacts readToolkit(JsonReader& reader)
{
    return { text(reader, "root"), text(reader, "nvcc"), text(reader, "version"),
        reader.boolean("winsOnPath", false), text(reader, "cudnn"), text(reader, "source") };
}

CompilerFacts readCompiler(JsonReader& reader)
{
    return { text(reader, "family"), text(reader, "path"), text(reader, "version"), text(reader, "product"),
        reader.boolean("default", false), text(reader, "source") };
}

PythonFacts readPython(JsonReader& reader)
{
    return { text(reader, "path"), text(reader, "version"), text(reader, "kind"), reader.strings("modules"),
        reader.boolean("default", false), text(reader, "source") };
}

ToolFacts readTool(JsonReader& reader)
{
    return { reader.string("name"), text(reader, "path"), text(reader, "version"), text(reader, "source") };
}

DiskFacts readDisk(JsonReader& reader)
{
    return { reader.string("role"), text(reader, "path"), size(reader, "free"), size(reader, "total") };
}

UnknownFact readUnknown(JsonReader& reader)
{
    return { reader.string("probe"), text(reader, "reason") };
}

template <typename Item>
QVector<Item> readList(JsonReader& parent, const char* member, Item (*one)(JsonReader&))
{
    QVector<Item> items;
    const Json& list = parent.child(member);
    if (list.is_null())
        return items;
    if (!list.is_array()) {
        parent.fail(QStringLiteral("\"%1\" must be a list.").arg(QLatin1String(member)));
        return items;
    }
    for (const Json& entry : list) {
        const QString place = QStringLiteral("%1[%2]").arg(QLatin1String(member)).arg(items.size());
        JsonReader reader(entry, place);
        items.append(one(reader));
        if (!reader.ok()) {
            parent.fail(reader.error().message);
            break;
        }
    }
    return items;
}

void readMachine(JsonReader& reader, HostFacts& facts)
{
    facts.osName = text(reader, "osName");
    facts.osBuild = text(reader, "osBuild");
    facts.cpuModel = text(reader, "cpuModel");
    facts.physicalCores = count(reader, "physicalCores");
    facts.logicalCores = count(reader, "logicalCores");
    facts.performanceCores = count(reader, "performanceCores");
    facts.efficiencyCores = count(reader, "efficiencyCores");
    facts.memoryTotal = size(reader, "memoryTotal");
    facts.memoryAvailable = size(reader, "memoryAvailable");
    facts.swapTotal = size(reader, "swapTotal");
    facts.codePage = text(reader, "codePage");
    if (!reader.child("longPathsEnabled").is_null())
        facts.longPathsEnabled = reader.boolean("longPathsEnabled", false);
}

}

Json toJson(const HostFacts& facts)
{
    Json object;
    object["facts"] = factsVersion;
    put(object, "platform", platformId(facts.platform));
    put(object, "osName", facts.osName);
    put(object, "osBuild", facts.osBuild);
    put(object, "cpuModel", facts.cpuModel);
    put(object, "physicalCores", facts.physicalCores);
    put(object, "logicalCores", facts.logicalCores);
    put(object, "performanceCores", facts.performanceCores);
    put(object, "efficiencyCores", facts.efficiencyCores);
    put(object, "memoryTotal", facts.memoryTotal);
    put(object, "memoryAvailable", facts.memoryAvailable);
    put(object, "swapTotal", facts.swapTotal);
    put(object, "longPathsEnabled", facts.longPathsEnabled);
    put(object, "codePage", facts.codePage);
    object["gpus"] = listJson(facts.gpus, gpuJson);
    object["cudaToolkits"] = listJson(facts.cudaToolkits, toolkitJson);
    object["compilers"] = listJson(facts.compilers, compilerJson);
    object["pythons"] = listJson(facts.pythons, pythonJson);
    object["tools"] = listJson(facts.tools, toolJson);
    object["disks"] = listJson(facts.disks, diskJson);
    object["unknown"] = listJson(facts.unknown, unknownJson);
    return object;
}

Result<HostFacts> hostFactsFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    const qint64 version = reader.integer("facts");
    if (reader.ok() && version > factsVersion)
        reader.fail(
            QStringLiteral("\"facts\" is %1; this program reads up to %2.").arg(version).arg(factsVersion));
    HostFacts facts;
    const QString platform = reader.string("platform", platformId(hostPlatform()));
    if (platform != QLatin1String("linux") && platform != QLatin1String("windows"))
        reader.fail(QStringLiteral("\"platform\" must be \"linux\" or \"windows\"."));
    facts.platform = platform == QLatin1String("windows") ? Platform::Windows : Platform::Linux;
    readMachine(reader, facts);
    facts.gpus = readList(reader, "gpus", readGpu);
    facts.cudaToolkits = readList(reader, "cudaToolkits", readToolkit);
    facts.compilers = readList(reader, "compilers", readCompiler);
    facts.pythons = readList(reader, "pythons", readPython);
    facts.tools = readList(reader, "tools", readTool);
    facts.disks = readList(reader, "disks", readDisk);
    facts.unknown = readList(reader, "unknown", readUnknown);
    if (!reader.ok())
        return reader.error();
    return facts;
}

}
