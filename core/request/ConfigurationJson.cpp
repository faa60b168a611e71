// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/ConfigurationJson.h"

#include "core/base/Core.h"

namespace torchmason {

namespace {

Json originJson(ValueOrigin origin)
{
    return toJson(valueOriginId(origin));
}

ValueOrigin readOrigin(JsonReader& reader)
{
    const QString id = reader.string("origin", QStringLiteral("profile"));
    const auto origin = valueOriginFromId(id);
    if (!origin)
        reader.fail(QStringLiteral("\"origin\" is \"%1\", which is not an origin of a value.").arg(id));
    return origin.value_or(ValueOrigin::Profile);
}

FlagValue readFlag(JsonReader& reader)
{
    FlagValue flag;
    flag.name = reader.string("name");
    flag.value = reader.string("value");
    flag.type = reader.string("type", {});
    flag.origin = readOrigin(reader);
    return flag;
}

EnvironmentValue readAnyVariable(JsonReader& reader)
{
    EnvironmentValue value;
    value.name = reader.string("name");
    value.value = reader.optionalString("value");
    value.origin = readOrigin(reader);
    value.inFront = reader.boolean("inFront", false);
    return value;
}

EnvironmentValue readVariable(JsonReader& reader)
{
    EnvironmentValue value = readAnyVariable(reader);
    if (!value.name.isEmpty() && !isVariableName(value.name))
        reader.fail(Core::tr("\"%1\" cannot be the name of an environment variable.").arg(value.name));
    return value;
}

}

Json toJson(const FlagValue& flag)
{
    Json json = { { "name", toJson(flag.name) }, { "value", toJson(flag.value) } };
    if (!flag.type.isEmpty())
        json["type"] = toJson(flag.type);
    json["origin"] = originJson(flag.origin);
    return json;
}

Json toJson(const EnvironmentValue& value)
{
    Json json = { { "name", toJson(value.name) }, { "value", value.value ? toJson(*value.value) : Json() },
        { "origin", originJson(value.origin) } };
    if (value.inFront)
        json["inFront"] = true;
    return json;
}

Json toJson(const Configuration& configuration)
{
    Json json
        = { { "flags", toJson(configuration.flags) }, { "environment", toJson(configuration.environment) } };
    if (!configuration.unsetFlags.isEmpty())
        json["unsetFlags"] = toJson(configuration.unsetFlags);
    return json;
}

Json toJson(const SourceSpec& source)
{
    Json json = { { "kind", toJson(sourceKindId(source.kind)) } };
    const auto add = [&json](const char* member, const QString& text) {
        if (!text.isEmpty())
            json[member] = toJson(text);
    };
    add("url", source.url);
    add("tag", source.tag);
    add("package", source.package);
    add("version", source.version);
    return json;
}

QVector<EnvironmentValue> readEnvironment(JsonReader& reader, const char* member)
{
    return reader.list(member, readVariable);
}

QVector<EnvironmentValue> readSystemEnvironment(JsonReader& reader, const char* member)
{
    return reader.list(member, readAnyVariable);
}

Configuration readConfiguration(JsonReader& reader, const char* member)
{
    Configuration configuration;
    JsonReader inner = reader.object(member);
    configuration.flags = inner.list("flags", readFlag);
    configuration.environment = readEnvironment(inner, "environment");
    configuration.unsetFlags = inner.strings("unsetFlags");
    return configuration;
}

SourceSpec readSourceSpec(JsonReader& reader, const char* member)
{
    SourceSpec source;
    JsonReader inner = reader.object(member);
    const QString id = inner.string("kind");
    if (const auto kind = sourceKindFromId(id))
        source.kind = *kind;
    else
        inner.fail(QStringLiteral("\"kind\" is \"%1\"; known are existing, git, debian and sample.").arg(id));
    source.url = inner.string("url", {});
    source.tag = inner.string("tag", {});
    for (const QString& refusal : { refusalOfAddress(source.url), refusalOfRevision(source.tag) }) {
        if (source.kind == SourceKind::Git && !refusal.isEmpty())
            inner.fail(refusal);
    }
    source.package = inner.string("package", {});
    source.version = inner.string("version", {});
    return source;
}

}
