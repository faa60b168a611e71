// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/OptionCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"

namespace torchmason {

namespace {

OptionInfo readOption(JsonReader& reader)
{
    OptionInfo option;
    option.name = reader.string("name");
    option.kind = reader.string("kind");
    option.group = reader.string("group");
    option.description = reader.string("description");
    option.defaultLinux = reader.string("defaultLinux", QString());
    option.defaultWindows = reader.string("defaultWindows", QString());
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

}
