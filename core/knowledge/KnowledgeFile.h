// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QHash>

#include <functional>
#include <initializer_list>
#include <variant>

namespace torchmason {

// The compiled-in documents (":/torchmason/knowledge/gpus.json"). Their schemas, which a test holds them to,
// know members, types and formats; readers only take over what is there.
Result<Json> readKnowledge(const QString& name);
// Hands each object of `list` to `row`. Fails with the member named.
Result<void> forEachRow(const Json& document, const char* list, const std::function<void(JsonReader&)>& row);

// A sentence of a document as people read it: in the language of the window.
QString dataText(JsonReader& row, const char* member, const QString& fallback = {});

// What the rows of a document rest on: their "from" names entries of the document's "sources".
class KnowledgeSources {
public:
    explicit KnowledgeSources(const Json& document);

    // "RELEASE.md of PyTorch, 1.12 to 2.14; Spack's py-torch recipe". A key that "sources" lacks fails the
    // row.
    QString textOf(JsonReader& row) const;

private:
    QHash<QString, QString> m_texts;
};

// Every row of a list, or the first mistake in it.
template <typename Row>
Result<QVector<Row>> rowsOf(
    const Json& document, const char* list, Row (*readRow)(JsonReader&, const KnowledgeSources&))
{
    const KnowledgeSources sources(document);
    QVector<Row> rows;
    const auto read
        = forEachRow(document, list, [&](JsonReader& reader) { rows.append(readRow(reader, sources)); });
    if (!read)
        return read.error();
    return rows;
}

// The same of a document that has one list.
template <typename Row>
Result<QVector<Row>> readRows(
    const QString& name, const char* list, Row (*readRow)(JsonReader&, const KnowledgeSources&))
{
    const auto document = readKnowledge(name);
    if (!document)
        return document.error();
    return rowsOf(*document, list, readRow);
}

// A member of a row and where it goes; missing ones are left as they are.
template <typename Row> struct RowMember {
    const char* name;
    std::variant<QString Row::*, QStringList Row::*, int Row::*, bool Row::*> place;
};

template <typename Row>
void readMembers(JsonReader& reader, Row& row, std::initializer_list<RowMember<Row>> members)
{
    for (const RowMember<Row>& member : members) {
        if (const auto text = std::get_if<QString Row::*>(&member.place))
            row.** text = reader.string(member.name, {});
        else if (const auto list = std::get_if<QStringList Row::*>(&member.place))
            row.** list = reader.strings(member.name);
        else if (const auto number = std::get_if<int Row::*>(&member.place))
            row.** number = int(reader.integer(member.name, row.**number));
        else if (const auto flag = std::get_if<bool Row::*>(&member.place))
            row.** flag = reader.boolean(member.name, row.**flag);
    }
}

}
