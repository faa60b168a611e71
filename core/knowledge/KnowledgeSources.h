// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/knowledge/KnowledgeFile.h"

#include <QHash>
#include <QString>
#include <QVector>

namespace torchmason {

// What a row of a knowledge document rests on: its "from" names entries of the document's "sources".
class KnowledgeSources {
public:
    static Result<KnowledgeSources> read(const Json& document, const QString& where);

    // "RELEASE.md of PyTorch, 1.12 to 2.14; Spack's py-torch recipe". A key that "sources" lacks fails the
    // row, and so does a row without any.
    QString textOf(JsonReader& row) const;

private:
    QHash<QString, QString> m_texts;
};

// A knowledge document whose rows name their sources.
struct SourcedDocument {
    Json content;
    KnowledgeSources sources;
};
Result<SourcedDocument> readSourced(const QString& name);

// Every row of a list, or the first mistake in it.
template <typename Row>
Result<QVector<Row>> rowsOf(const SourcedDocument& document, const char* list, const QStringList& members,
    Row (*readRow)(JsonReader&, const KnowledgeSources&))
{
    QVector<Row> rows;
    const auto read = forEachRow(document.content, list, members,
        [&](JsonReader& reader) { rows.append(readRow(reader, document.sources)); });
    if (!read)
        return read.error();
    return rows;
}

// The same of a document that has one list.
template <typename Row>
Result<QVector<Row>> readRows(const QString& name, const char* list, const QStringList& members,
    Row (*readRow)(JsonReader&, const KnowledgeSources&))
{
    const auto document = readSourced(name);
    if (!document)
        return document.error();
    return rowsOf(*document, list, members, readRow);
}

}
