// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/detect/HostFacts.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

enum class Form {
    Any,
    Required,
    Version,
    Capability,
    TrialState,
    Memory, // bytes, at least a mebibyte
    UnlessEmpty, // a list that is left out where it is empty
};

// FactsWriter and FactsReader go through the members() of each kind of facts, below.
struct FactsWriter {
    Json object = Json::object();

    void operator()(const char* member, const QString& text, Form = Form::Any, const char* = "")
    {
        object[member] = toJson(text);
    }
    void operator()(const char* member, bool value) { object[member] = value; }
    void operator()(const char* member, const QStringList& list, Form form = Form::Any)
    {
        if (form != Form::UnlessEmpty || !list.isEmpty())
            object[member] = toJson(list);
    }
    template <typename Value>
    void operator()(const char* member, const std::optional<Value>& value, Form = Form::Any)
    {
        object[member] = value ? Json(*value) : Json(nullptr);
    }
    void operator()(const char* member, const QMap<QString, QString>& texts)
    {
        object[member] = toJson(texts);
    }
    template <typename Item>
    void operator()(const char* member, const QVector<Item>& items, Form form = Form::Any)
    {
        if (form == Form::UnlessEmpty && items.isEmpty())
            return;
        Json& list = object[member] = Json::array();
        for (const Item& item : items)
            list.push_back(written(item));
    }

    // What another version wrote stays in the document.
    template <typename Item> static Json written(Item item) { return written(item, FactsWriter()); }
    template <typename Item> static Json written(Item item, FactsWriter writer)
    {
        members(writer, item);
        if (item.rest.is_object())
            writer.object.update(item.rest);
        return writer.object;
    }
};

// Empty text and null mean that it is not known.
struct FactsReader {
    JsonReader& reader;
    QStringList known = {};

    void operator()(const char* member, QString& text, Form form = Form::Any, const char* example = "12.0")
    {
        static const QRegularExpression version(
            QStringLiteral(R"(^\d+(\.\d+)*([.+~-]?[A-Za-z][\w.+~-]*)?$)"));
        static const QRegularExpression capability(QStringLiteral(R"(^\d{1,2}\.\d$)"));
        static const QStringList states { QStringLiteral("pass"), QStringLiteral("warning"),
            QStringLiteral("fail") };
        know(member);
        text = form == Form::Required ? reader.string(member) : reader.string(member, QString());
        const bool isShaped = (form != Form::Version || version.match(text).hasMatch())
            && (form != Form::Capability || capability.match(text).hasMatch());
        if (!text.isEmpty() && !isShaped)
            reader.fail(Core::tr("\"%1\" is \"%2\"; it must look like \"%3\".")
                            .arg(QLatin1String(member), text, QLatin1String(example)));
        if (form == Form::TrialState && !states.contains(text))
            text = QStringLiteral("unknown");
    }
    void operator()(const char* member, bool& value) { value = know(member).boolean(member, false); }
    void operator()(const char* member, QStringList& list, Form = Form::Any)
    {
        list = know(member).strings(member);
    }
    void operator()(const char* member, std::optional<qint64>& value)
    {
        value = know(member).optionalInteger(member);
    }
    void operator()(const char* member, std::optional<bool>& value)
    {
        if (!know(member).child(member).is_null())
            value = reader.boolean(member, false);
    }
    void operator()(const char* member, std::optional<int>& count)
    {
        const auto value = know(member).optionalInteger(member);
        if (value && (*value < 0 || *value > 1 << 20))
            reader.fail(Core::tr("\"%1\" is not a number of cores.").arg(QLatin1String(member)));
        else if (value)
            count = int(*value);
    }
    void operator()(const char* member, std::optional<Bytes>& size, Form form = Form::Any)
    {
        const auto value = know(member).optionalInteger(member);
        if (value && *value < 0)
            reader.fail(Core::tr("\"%1\" must not be negative.").arg(QLatin1String(member)));
        else if (value)
            size = Bytes(*value);
        // Written by hand, "memoryTotal": 32 is a mistake that every later comparison would repeat.
        if (form == Form::Memory && size && *size > 0 && *size < mebibyte)
            reader.fail(Core::tr("\"%1\" is %2; it must be a number of bytes: 32 GB is 34359738368.")
                            .arg(QLatin1String(member))
                            .arg(*size));
    }
    void operator()(const char* member, QMap<QString, QString>& texts)
    {
        const Json& object = know(member).child(member);
        if (object.is_null())
            return;
        if (!object.is_object())
            return reader.fail(
                Core::tr("\"%1\" must be an object of names and versions.").arg(QLatin1String(member)));
        JsonReader entries(object, QLatin1String(member));
        for (const auto& [name, value] : object.items())
            texts.insert(QString::fromStdString(name), entries.string(name.c_str()));
        if (!entries.ok())
            reader.fail(entries.error().message);
    }
    template <typename Item> void operator()(const char* member, QVector<Item>& items, Form = Form::Any)
    {
        for (JsonReader& entry : know(member).objects(member))
            items.append(read<Item>(entry));
    }

    template <typename Item> static Item read(JsonReader& reader)
    {
        Item item;
        FactsReader fields { reader };
        members(fields, item);
        item.rest = fields.rest();
        return item;
    }
    Json rest() const
    {
        Json others = Json::object();
        for (const auto& [name, value] : reader.value().items()) {
            if (!known.contains(QString::fromStdString(name)))
                others[name] = value;
        }
        return others.empty() ? Json() : others;
    }

private:
    JsonReader& know(const char* member)
    {
        known << QLatin1String(member);
        return reader;
    }
};

template <typename Io> void members(Io& io, GpuFacts& gpu)
{
    io("name", gpu.name);
    io("computeCapability", gpu.computeCapability, Form::Capability);
    io("memory", gpu.memory, Form::Memory);
    io("driver", gpu.driver, Form::Version, "576.88");
    io("source", gpu.source);
    io("pci", gpu.pci);
    io("kernelDriver", gpu.kernelDriver);
}

template <typename Io> void members(Io& io, CudaToolkitFacts& toolkit)
{
    io("root", toolkit.root);
    io("nvcc", toolkit.nvcc);
    io("version", toolkit.version, Form::Version, "12.9.86");
    io("winsOnPath", toolkit.winsOnPath);
    io("cudnn", toolkit.cudnn, Form::Version, "9.10.2");
    io("source", toolkit.source);
    io("namedBy", toolkit.namedBy);
}

template <typename Io> void members(Io& io, CompilerFacts& compiler)
{
    io("family", compiler.family);
    io("path", compiler.path);
    io("version", compiler.version, Form::Version, "12.2.0");
    io("product", compiler.product);
    io("default", compiler.isDefault);
    io("source", compiler.source);
    io("realPath", compiler.realPath);
    io("toolsets", compiler.toolsets);
    io("otherPaths", compiler.otherPaths, Form::UnlessEmpty);
}

template <typename Io> void members(Io& io, PythonFacts& python)
{
    io("path", python.path);
    io("version", python.version, Form::Version, "3.11.9");
    io("kind", python.kind);
    io("modules", python.modules);
    io("default", python.isDefault);
    io("source", python.source);
    io("packages", python.packages);
    io("headers", python.headers);
    io("tag", python.tag);
}

template <typename Io> void members(Io& io, ToolFacts& tool)
{
    io("name", tool.name, Form::Required);
    io("path", tool.path);
    io("version", tool.version, Form::Version, "3.31.6");
    io("source", tool.source);
}

template <typename Io> void members(Io& io, DiskFacts& disk)
{
    io("role", disk.role, Form::Required);
    io("path", disk.path);
    io("free", disk.free);
    io("total", disk.total);
}

template <typename Io> void members(Io& io, UnknownFact& unknown)
{
    io("probe", unknown.probe, Form::Required);
    io("reason", unknown.reason);
}

template <typename Io> void members(Io& io, TriedTool& tool)
{
    io("role", tool.role, Form::Required);
    io("path", tool.path);
    io("version", tool.version);
    io("size", tool.size);
    io("modified", tool.modified);
}

template <typename Io> void members(Io& io, TrialFacts& trial)
{
    io("id", trial.id, Form::Required);
    io("title", trial.title);
    io("state", trial.state, Form::TrialState);
    io("found", trial.found);
    io("evidence", trial.evidence);
    io("fix", trial.fix);
    io("command", trial.command);
    io("subject", trial.subject);
    io("tools", trial.tools);
    io("at", trial.at);
    io("durationMs", trial.durationMs);
}

template <typename Io> void members(Io& io, HostFacts& facts)
{
    io("osName", facts.osName);
    io("osBuild", facts.osBuild);
    io("machine", facts.machine);
    io("cpuModel", facts.cpuModel);
    io("physicalCores", facts.physicalCores);
    io("logicalCores", facts.logicalCores);
    io("coresOfMachine", facts.coresOfMachine);
    io("limitedBy", facts.limitedBy);
    io("performanceCores", facts.performanceCores);
    io("efficiencyCores", facts.efficiencyCores);
    io("memoryTotal", facts.memoryTotal, Form::Memory);
    io("memoryAvailable", facts.memoryAvailable, Form::Memory);
    io("swapTotal", facts.swapTotal);
    io("longPathsEnabled", facts.longPathsEnabled);
    io("codePage", facts.codePage);
    io("defenderScans", facts.defenderScans);
    io("runsAsRoot", facts.runsAsRoot);
    io("environment", facts.environment);
    io("gpus", facts.gpus);
    io("cudaToolkits", facts.cudaToolkits);
    io("compilers", facts.compilers);
    io("pythons", facts.pythons);
    io("tools", facts.tools);
    io("disks", facts.disks);
    io("trials", facts.trials, Form::UnlessEmpty);
    io("unknown", facts.unknown);
}

// An empty list says that there is none; a list that is not there says nothing.
void addMissing(const JsonReader& reader, HostFacts& facts)
{
    const auto missing = [&](const char* member, std::initializer_list<const char*> probes) {
        if (!reader.child(member).is_null())
            return;
        for (const char* name : probes) {
            const QString probe = QLatin1String(name);
            const bool told = std::any_of(facts.unknown.begin(), facts.unknown.end(),
                [&](const UnknownFact& unknown) { return unknown.probe == probe; });
            if (!told)
                facts.unknown.append({ probe, Core::tr("The facts file does not say.") });
        }
    };
    missing("logicalCores", { "processor" });
    missing("memoryTotal", { "memory" });
    missing("gpus", { "gpu" });
    missing("cudaToolkits", { "cuda" });
    missing("compilers", { "compilers" });
    missing("pythons", { "python" });
    missing("tools", { "cmake", "ninja", "git", "ccache", "sccache", "hipcc" });
    missing("disks", { "disks" });
    if (facts.platform == Platform::Windows)
        missing("longPathsEnabled", { "system" });
    else
        missing("tools", { "apt-get", "dpkg-source" });
}

// Figures that no machine has are taken for not known.
void distrustImpossible(HostFacts& facts)
{
    const auto distrust = [&facts](const QString& probe, const QString& reason) {
        facts.unknown.append({ probe, reason });
    };
    if (facts.logicalCores == 0 || facts.physicalCores == 0) {
        distrust(QStringLiteral("processor"), Core::tr("The facts say 0 cores, which cannot be."));
        facts.logicalCores.reset();
        facts.physicalCores.reset();
    }
    if (facts.memoryTotal == 0) {
        distrust(QStringLiteral("memory"), Core::tr("The facts say no memory at all, which cannot be."));
        facts.memoryTotal.reset();
        facts.memoryAvailable.reset();
    } else if (facts.memoryTotal && facts.memoryAvailable && *facts.memoryAvailable > *facts.memoryTotal) {
        distrust(QStringLiteral("memory"),
            Core::tr("The facts say %1 available of %2, which cannot be.")
                .arg(formatBytes(facts.memoryAvailable), formatBytes(facts.memoryTotal)));
        facts.memoryTotal.reset();
        facts.memoryAvailable.reset();
    }
    for (DiskFacts& disk : facts.disks) {
        if (!disk.free || !disk.total || *disk.free <= *disk.total)
            continue;
        distrust(QStringLiteral("disk-") + disk.role,
            Core::tr("The facts say %1 free of %2, which cannot be.")
                .arg(formatBytes(disk.free), formatBytes(disk.total)));
        disk.free.reset();
        disk.total.reset();
    }
}

}

Json toJson(const TrialFacts& trial)
{
    return FactsWriter::written(trial);
}

TrialFacts readTrial(JsonReader& reader)
{
    return FactsReader::read<TrialFacts>(reader);
}

Json toJson(const HostFacts& facts)
{
    return FactsWriter::written(
        facts, { { { "facts", factsVersion }, { "platform", toJson(platformId(facts.platform)) } } });
}

Result<HostFacts> hostFactsFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    const qint64 number = reader.integer("facts");
    if (reader.ok() && (number < 1 || number > factsVersion))
        reader.fail(Core::tr("\"facts\" is %1; this program reads up to %2.").arg(number).arg(factsVersion));
    HostFacts facts;
    const QString platform = reader.string("platform", platformId(hostPlatform()));
    if (platform != QLatin1String("linux") && platform != QLatin1String("windows"))
        reader.fail(Core::tr("\"platform\" must be \"linux\" or \"windows\"."));
    facts.platform = platform == QLatin1String("windows") ? Platform::Windows : Platform::Linux;
    // What `doctor` and `check` print around the facts is no part of them.
    FactsReader fields { reader,
        { QStringLiteral("facts"), QStringLiteral("platform"), QStringLiteral("schema"),
            QStringLiteral("profile"), QStringLiteral("verdict"), QStringLiteral("wheel"),
            QStringLiteral("checks") } };
    members(fields, facts);
    if (!reader.ok())
        return reader.error();
    facts.rest = fields.rest();
    distrustImpossible(facts);
    addMissing(reader, facts);
    return facts;
}

}
