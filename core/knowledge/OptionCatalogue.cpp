// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/OptionCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"

#include <algorithm>

namespace torchmason {

namespace {

// [["USE_CUDA", "USE_ROCM"], ["linux"]]
QVector<QStringList> readNeeds(JsonReader& reader)
{
    QVector<QStringList> needs;
    if (!reader.has("requires"))
        return needs;
    const auto isWord = [](const Json& word) { return word.is_string(); };
    const Json& clauses = reader.child("requires");
    for (const Json& clause : clauses) {
        if (!clause.is_array() || clause.empty() || !std::all_of(clause.begin(), clause.end(), isWord)) {
            reader.fail(QStringLiteral("\"requires\" must be lists of names."));
            return {};
        }
        QStringList& names = needs.emplace_back();
        for (const Json& word : clause)
            names << QString::fromStdString(word.get<std::string>());
    }
    return needs;
}

OptionCost readCost(const Json& document)
{
    if (!document.is_object())
        return {};
    JsonReader reader(document, QStringLiteral("cost"));
    OptionCost cost;
    cost.time = reader.string("time", QString());
    cost.memory = reader.string("memory", QString());
    cost.size = reader.string("size", QString());
    cost.summary = reader.string("short", QString());
    cost.confidence = reader.string("confidence", QString());
    cost.source = reader.string("source", QString());
    return cost;
}

OptionInfo readOption(JsonReader& reader)
{
    OptionInfo option;
    option.name = reader.string("name");
    option.kind = reader.string("kind");
    option.group = reader.string("group");
    option.description = reader.string("description");
    option.defaultLinux = reader.string("defaultLinux", QString());
    option.defaultWindows = reader.string("defaultWindows", QString());
    const QString text = reader.string("defaultText", QString());
    option.defaultTextLinux = reader.string("defaultTextLinux", text);
    option.defaultTextWindows = reader.string("defaultTextWindows", text);
    option.needs = readNeeds(reader);
    option.aliases = reader.strings("aliases");
    option.confidence = reader.string("confidence", QStringLiteral("high"));
    option.cost = readCost(reader.child("cost"));
    option.dependsOn = reader.string("dependsOn", QString());
    option.since = reader.string("since", QString());
    option.removed = reader.string("removed", QString());
    option.risk = reader.string("risk", QString());
    option.choices = reader.strings("choices");
    option.passedAs = reader.string("passedAs");
    option.basic = reader.boolean("basic", false);
    return option;
}

}

Result<OptionCatalogue> OptionCatalogue::load()
{
    static const Result<OptionCatalogue> once = read();
    return once;
}

Result<OptionCatalogue> OptionCatalogue::read()
{
    const auto document = readKnowledge(QStringLiteral("options.json"));
    if (!document)
        return document.error();
    OptionCatalogue catalogue;
    const auto read = forEachRow(
        *document, "options", [&](JsonReader& reader) { catalogue.m_options.append(readOption(reader)); });
    if (!read)
        return read.error();
    return catalogue;
}

const OptionInfo* OptionCatalogue::option(const QString& name) const
{
    for (const OptionInfo& option : m_options) {
        if (option.name == name)
            return &option;
    }
    return nullptr;
}

QString OptionCatalogue::defaultFor(const OptionInfo& option, Platform platform)
{
    return platform == Platform::Windows ? option.defaultWindows : option.defaultLinux;
}

QString OptionCatalogue::defaultTextFor(const OptionInfo& option, Platform platform)
{
    const QString value = defaultFor(option, platform);
    if (!value.isEmpty())
        return value;
    return platform == Platform::Windows ? option.defaultTextWindows : option.defaultTextLinux;
}

}
