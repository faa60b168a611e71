// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/KnowledgeFile.h"

#include "core/base/Core.h"

// Q_INIT_RESOURCE must stand outside namespaces; a static library registers nothing by itself.
static void initKnowledgeResources()
{
    Q_INIT_RESOURCE(torchmason_knowledge);
}

namespace torchmason {

Result<Json> readKnowledge(const QString& name)
{
    initKnowledgeResources();
    return readJsonFile(QStringLiteral(":/torchmason/knowledge/") + name);
}

Result<void> forEachRow(const Json& document, const char* list, const std::function<void(JsonReader&)>& row)
{
    const auto found = document.find(list);
    if (found == document.end() || !found->is_array())
        return Error { QStringLiteral("\"%1\" must be a list.").arg(QLatin1String(list)) };
    int index = 0;
    for (const Json& entry : *found) {
        JsonReader reader(entry, QStringLiteral("%1[%2]").arg(QLatin1String(list)).arg(index++));
        row(reader);
        if (!reader.ok())
            return reader.error();
    }
    return {};
}

QString dataText(JsonReader& row, const char* member, const QString& fallback)
{
    return shownData(row.string(member, fallback));
}

KnowledgeSources::KnowledgeSources(const Json& document)
{
    const auto found = document.find("sources");
    if (found == document.end() || !found->is_object())
        return;
    JsonReader reader(*found, QStringLiteral("sources"));
    for (const auto& [key, value] : found->items())
        m_texts.insert(QString::fromStdString(key), reader.string(key.c_str(), {}));
}

QString KnowledgeSources::textOf(JsonReader& row) const
{
    QStringList texts;
    for (const QString& key : row.strings("from")) {
        if (!m_texts.contains(key))
            row.fail(QStringLiteral("\"from\" names \"%1\", which is not in \"sources\".").arg(key));
        texts << m_texts.value(key);
    }
    return texts.join(QLatin1String("; "));
}

}
