// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/OptionCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"

namespace torchmason {

namespace {

// [["USE_CUDA", "USE_ROCM"], ["linux"]]
QVector<QStringList> readNeeds(const Json& clauses)
{
    QVector<QStringList> needs;
    for (const Json& clause : clauses) {
        QStringList& names = needs.emplace_back();
        for (const Json& word : clause)
            names << QString::fromStdString(word.get<std::string>());
    }
    return needs;
}

OptionCost readCost(JsonReader reader)
{
    OptionCost cost;
    cost.time = dataText(reader, "time");
    cost.memory = dataText(reader, "memory");
    cost.size = dataText(reader, "size");
    cost.summary = dataText(reader, "short");
    readMembers<OptionCost>(
        reader, cost, { { "confidence", &OptionCost::confidence }, { "source", &OptionCost::source } });
    return cost;
}

OptionInfo readOption(JsonReader& reader)
{
    OptionInfo option;
    readMembers<OptionInfo>(reader, option,
        { { "name", &OptionInfo::name }, { "kind", &OptionInfo::kind }, { "group", &OptionInfo::group },
            { "defaultLinux", &OptionInfo::defaultLinux }, { "defaultWindows", &OptionInfo::defaultWindows },
            { "aliases", &OptionInfo::aliases }, { "since", &OptionInfo::since },
            { "removed", &OptionInfo::removed }, { "choices", &OptionInfo::choices },
            { "passedAs", &OptionInfo::passedAs }, { "basic", &OptionInfo::basic },
            { "tour", &OptionInfo::tour } });
    option.confidence = reader.string("confidence", QStringLiteral("high"));
    option.description = dataText(reader, "description");
    const QString text = reader.string("defaultText", {});
    option.defaultTextLinux = dataText(reader, "defaultTextLinux", text);
    option.defaultTextWindows = dataText(reader, "defaultTextWindows", text);
    option.needs = readNeeds(reader.child("requires"));
    option.cost = readCost(reader.object("cost"));
    option.dependsOn = dataText(reader, "dependsOn");
    option.risk = dataText(reader, "risk");
    return option;
}

}

Result<OptionCatalogue> OptionCatalogue::load()
{
    static const auto once = []() -> Result<OptionCatalogue> {
        const auto document = readKnowledge(QStringLiteral("options.json"));
        if (!document)
            return document.error();
        OptionCatalogue catalogue;
        const auto read = forEachRow(*document, "options",
            [&](JsonReader& reader) { catalogue.m_options.append(readOption(reader)); });
        if (!read)
            return read.error();
        return catalogue;
    }();
    return once;
}

const OptionInfo* OptionCatalogue::option(const QString& name) const
{
    for (const OptionInfo& option : m_options) {
        if (option.name == name)
            return &option;
    }
    return nullptr;
}

bool OptionCatalogue::isTourOnly(const QString& name) const
{
    const OptionInfo* known = option(name);
    return known && known->isTourOnly();
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
