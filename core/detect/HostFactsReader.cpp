// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

QString text(JsonReader& reader, const char* member)
{
    return reader.string(member, QString());
}

// Empty means that it is not known.
QString shaped(JsonReader& reader, const char* member, const QRegularExpression& shape, const char* example)
{
    const QString value = text(reader, member);
    if (!value.isEmpty() && !shape.match(value).hasMatch())
        reader.fail(QStringLiteral("\"%1\" is \"%2\"; it must look like \"%3\".")
                        .arg(QLatin1String(member), value, QLatin1String(example)));
    return value;
}

QString version(JsonReader& reader, const char* member, const char* example)
{
    static const QRegularExpression shape(QStringLiteral(R"(^\d+(\.\d+)*([.+~-]?[A-Za-z][\w.+~-]*)?$)"));
    return shaped(reader, member, shape, example);
}

QString capability(JsonReader& reader, const char* member)
{
    static const QRegularExpression shape(QStringLiteral(R"(^\d{1,2}\.\d$)"));
    return shaped(reader, member, shape, "12.0");
}

std::optional<Bytes> size(JsonReader& reader, const char* member)
{
    const auto value = reader.optionalInteger(member);
    if (value && *value < 0)
        reader.fail(QStringLiteral("\"%1\" must not be negative.").arg(QLatin1String(member)));
    return value && *value >= 0 ? std::optional(Bytes(*value)) : std::nullopt;
}

// Written by hand, "memoryTotal": 32 is a mistake that every later comparison would repeat.
std::optional<Bytes> memorySize(JsonReader& reader, const char* member)
{
    const auto value = size(reader, member);
    if (value && *value > 0 && *value < mebibyte)
        reader.fail(QStringLiteral("\"%1\" is %2, and bytes are meant: 32 GB are 34359738368.")
                        .arg(QLatin1String(member))
                        .arg(*value));
    return value;
}

std::optional<int> count(JsonReader& reader, const char* member)
{
    const auto value = reader.optionalInteger(member);
    if (value && (*value < 0 || *value > 1 << 20))
        reader.fail(QStringLiteral("\"%1\" is not a number of cores.").arg(QLatin1String(member)));
    return value ? std::optional(int(*value)) : std::nullopt;
}

std::optional<bool> flag(JsonReader& reader, const char* member)
{
    return reader.child(member).is_null() ? std::nullopt : std::optional(reader.boolean(member, false));
}

QMap<QString, QString> packages(JsonReader& reader)
{
    QMap<QString, QString> found;
    const Json& object = reader.child("packages");
    if (object.is_null())
        return found;
    if (!object.is_object()) {
        reader.fail(QStringLiteral("\"packages\" must be an object of names and versions."));
        return found;
    }
    JsonReader members(object, QStringLiteral("packages"));
    for (const auto& [name, value] : object.items())
        found.insert(QString::fromStdString(name), members.string(name.c_str()));
    if (!members.ok())
        reader.fail(members.error().message);
    return found;
}

GpuFacts readGpu(JsonReader& reader)
{
    return { text(reader, "name"), capability(reader, "computeCapability"), memorySize(reader, "memory"),
        version(reader, "driver", "576.88"), text(reader, "source"), text(reader, "pci"),
        text(reader, "kernelDriver") };
}

CudaToolkitFacts readToolkit(JsonReader& reader)
{
    return { text(reader, "root"), text(reader, "nvcc"), version(reader, "version", "12.9.86"),
        reader.boolean("winsOnPath", false), version(reader, "cudnn", "9.10.2"), text(reader, "source"),
        reader.strings("namedBy") };
}

CompilerFacts readCompiler(JsonReader& reader)
{
    return { text(reader, "family"), text(reader, "path"), version(reader, "version", "12.2.0"),
        text(reader, "product"), reader.boolean("default", false), text(reader, "source"),
        text(reader, "realPath"), reader.strings("toolsets"), reader.strings("otherPaths") };
}

PythonFacts readPython(JsonReader& reader)
{
    return { text(reader, "path"), version(reader, "version", "3.11.9"), text(reader, "kind"),
        reader.strings("modules"), reader.boolean("default", false), text(reader, "source"), packages(reader),
        flag(reader, "headers"), text(reader, "tag") };
}

ToolFacts readTool(JsonReader& reader)
{
    return { reader.string("name"), text(reader, "path"), version(reader, "version", "3.31.6"),
        text(reader, "source") };
}

DiskFacts readDisk(JsonReader& reader)
{
    return { reader.string("role"), text(reader, "path"), size(reader, "free"), size(reader, "total") };
}

UnknownFact readUnknown(JsonReader& reader)
{
    return { reader.string("probe"), text(reader, "reason") };
}

// One of everything, as we write it: its members are those that we know.
const Json& pattern()
{
    static const Json written = [] {
        HostFacts one;
        one.gpus.resize(1);
        one.cudaToolkits.resize(1);
        one.compilers.resize(1);
        one.pythons.resize(1);
        one.tools.resize(1);
        one.disks.resize(1);
        one.trials.resize(1);
        one.trials[0].tools.resize(1);
        one.unknown.resize(1);
        return toJson(one);
    }();
    return written;
}

Json unknownMembers(const Json& object, const Json& known)
{
    Json rest = Json::object();
    for (const auto& [name, value] : object.items()) {
        if (!known.contains(name))
            rest[name] = value;
    }
    return rest.empty() ? Json() : rest;
}

template <typename Item>
QVector<Item> readList(JsonReader& parent, const char* member, Item (*one)(JsonReader&))
{
    QVector<Item> items;
    for (JsonReader& entry : parent.objects(member)) {
        items.append(one(entry));
        items.last().rest = unknownMembers(entry.value(), pattern()[member][0]);
    }
    return items;
}

void readMachine(JsonReader& reader, HostFacts& facts)
{
    facts.osName = text(reader, "osName");
    facts.osBuild = text(reader, "osBuild");
    facts.machine = text(reader, "machine");
    facts.cpuModel = text(reader, "cpuModel");
    facts.physicalCores = count(reader, "physicalCores");
    facts.logicalCores = count(reader, "logicalCores");
    facts.coresOfMachine = count(reader, "coresOfMachine");
    facts.limitedBy = text(reader, "limitedBy");
    facts.performanceCores = count(reader, "performanceCores");
    facts.efficiencyCores = count(reader, "efficiencyCores");
    facts.memoryTotal = memorySize(reader, "memoryTotal");
    facts.memoryAvailable = memorySize(reader, "memoryAvailable");
    facts.swapTotal = size(reader, "swapTotal");
    facts.codePage = text(reader, "codePage");
    facts.environment = reader.strings("environment");
    facts.longPathsEnabled = flag(reader, "longPathsEnabled");
    facts.defenderScans = flag(reader, "defenderScans");
}

void readLists(JsonReader& reader, HostFacts& facts)
{
    facts.gpus = readList(reader, "gpus", readGpu);
    facts.cudaToolkits = readList(reader, "cudaToolkits", readToolkit);
    facts.compilers = readList(reader, "compilers", readCompiler);
    facts.pythons = readList(reader, "pythons", readPython);
    facts.tools = readList(reader, "tools", readTool);
    facts.disks = readList(reader, "disks", readDisk);
    facts.trials = readList(reader, "trials", readTrial);
    facts.unknown = readList(reader, "unknown", readUnknown);
}

// What `doctor` and `check` print around the facts is no part of them.
Json restOfDocument(const Json& document)
{
    Json known = pattern();
    for (const char* member : { "schema", "profile", "verdict", "wheel", "checks" })
        known[member] = nullptr;
    return unknownMembers(document, known);
}

// An empty list says that there is none; a list that is not there says nothing.
void tellWhatIsMissing(const JsonReader& reader, HostFacts& facts)
{
    const auto missing = [&](const char* member, std::initializer_list<const char*> probes) {
        if (!reader.child(member).is_null())
            return;
        for (const char* name : probes) {
            const QString probe = QLatin1String(name);
            const bool told = std::any_of(facts.unknown.begin(), facts.unknown.end(),
                [&](const UnknownFact& unknown) { return unknown.probe == probe; });
            if (!told)
                facts.unknown.append({ probe, QStringLiteral("The facts file does not tell.") });
        }
    };
    missing("logicalCores", { "processor" });
    missing("memoryTotal", { "memory" });
    missing("gpus", { "gpu" });
    missing("cudaToolkits", { "cuda" });
    missing("compilers", { "compilers" });
    missing("pythons", { "python" });
    missing("tools", { "cmake", "ninja", "git", "ccache", "sccache" });
    missing("disks", { "disks" });
    if (facts.platform == Platform::Windows)
        missing("longPathsEnabled", { "system" });
    else
        missing("tools", { "apt-get", "dpkg-source" });
}

}

Result<HostFacts> hostFactsFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    const qint64 number = reader.integer("facts");
    if (reader.ok() && (number < 1 || number > factsVersion))
        reader.fail(
            QStringLiteral("\"facts\" is %1; this program reads up to %2.").arg(number).arg(factsVersion));
    HostFacts facts;
    const QString platform = reader.string("platform", platformId(hostPlatform()));
    if (platform != QLatin1String("linux") && platform != QLatin1String("windows"))
        reader.fail(QStringLiteral("\"platform\" must be \"linux\" or \"windows\"."));
    facts.platform = platform == QLatin1String("windows") ? Platform::Windows : Platform::Linux;
    readMachine(reader, facts);
    readLists(reader, facts);
    if (!reader.ok())
        return reader.error();
    facts.rest = restOfDocument(document);
    tellWhatIsMissing(reader, facts);
    return facts;
}

}
