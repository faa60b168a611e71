// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/KnowledgeSources.h"

#include <QStringList>

namespace torchmason {

Result<KnowledgeSources> KnowledgeSources::read(const Json& document, const QString& where)
{
    KnowledgeSources sources;
    const auto found = document.find("sources");
    if (found == document.end() || !found->is_object())
        return Error { QStringLiteral("%1: \"sources\" must be an object of keys and names.").arg(where) };
    JsonReader reader(*found, QStringLiteral("%1: sources").arg(where));
    for (const auto& [key, value] : found->items())
        sources.m_texts.insert(QString::fromStdString(key), reader.string(key.c_str()));
    if (!reader.ok())
        return reader.error();
    return sources;
}

QString KnowledgeSources::textOf(JsonReader& row) const
{
    const QStringList keys = row.strings("from");
    if (keys.isEmpty())
        row.fail(QStringLiteral("\"from\" must name a source."));
    QStringList texts;
    for (const QString& key : keys) {
        if (!m_texts.contains(key))
            row.fail(QStringLiteral("\"from\" names \"%1\", which is not in \"sources\".").arg(key));
        texts << m_texts.value(key);
    }
    return texts.join(QLatin1String("; "));
}

Result<SourcedDocument> readSourced(const QString& name)
{
    auto document = readKnowledge(name);
    if (!document)
        return document.error();
    auto sources = KnowledgeSources::read(*document, name);
    if (!sources)
        return sources.error();
    return SourcedDocument { *document, *sources };
}

}
