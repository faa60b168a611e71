// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/KnowledgeFile.h"

#include <QDir>

// Q_INIT_RESOURCE must stand outside namespaces; a static library registers nothing by itself.
static void initKnowledgeResources()
{
    Q_INIT_RESOURCE(torchmason_knowledge);
}

namespace torchmason {

Result<Json> readKnowledge(const QString& name)
{
    initKnowledgeResources();
    auto document = readJsonFile(QStringLiteral(":/torchmason/knowledge/") + name);
    if (!document)
        return document;
    JsonReader reader(*document, name);
    if (reader.integer("schema", 0) != 1)
        reader.fail(QStringLiteral("\"schema\" must be 1."));
    if (!reader.ok())
        return reader.error();
    return document;
}

Result<void> forEachRow(const Json& document, const char* list, const QStringList& known,
    const std::function<void(JsonReader&)>& row)
{
    const auto found = document.find(list);
    if (found == document.end() || !found->is_array())
        return Error { QStringLiteral("\"%1\" must be a list.").arg(QLatin1String(list)) };
    int index = 0;
    for (const Json& entry : *found) {
        JsonReader reader(entry, QStringLiteral("%1[%2]").arg(QLatin1String(list)).arg(index++));
        if (!known.isEmpty())
            reader.refuseOthersThan(known);
        row(reader);
        if (!reader.ok())
            return reader.error();
    }
    return {};
}

Result<void> forEachRow(const Json& document, const char* list, const std::function<void(JsonReader&)>& row)
{
    return forEachRow(document, list, {}, row);
}

}
