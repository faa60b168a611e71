// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/WholeFile.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace torchmason {

// Member order is kept, so that files written by us read in the order we wrote them.
using Json = nlohmann::ordered_json;

// Parses a whole document. `where` names it in the error: "profiles/a.json, line 12: expected ..."
Result<Json> parseJson(const QByteArray& text, const QString& where);
// One line of a file of lines; discarded (no object) where it is none.
Json jsonLine(QByteArrayView line);
Result<Json> readJsonFile(const QString& path);
// Writes through a temporary file and a rename, so that a reader sees the old or the new file and a
// full disk keeps the old one. What is for others, too, is written with another access.
Result<void> writeJsonFile(
    const QString& path, const Json& document, FileAccess access = FileAccess::OnlyUser);
// One line without line breaks; invalid UTF-8 inside strings is replaced, never thrown about.
QByteArray compactJson(const Json& value);

Json toJson(const QString& text);
Json toJson(const QStringList& list);
Json toJson(const QMap<QString, QString>& texts);
template <typename Item> Json toJson(const QVector<Item>& items)
{
    Json list = Json::array();
    for (const Item& item : items)
        list.push_back(toJson(item));
    return list;
}

// What is wrong with one part of a document.
struct JsonProblem {
    QString pointer; // "/flags/3/name"; empty: the document as a whole
    QString sentence;
    bool goesOnAfterName = false; // the sentence reads on after the name of the member
    bool isAboutName = false; // and not about the member's value
};

// Reads the members of one object with types checked. Every problem is kept, with the place it is about, so
// that one look at a file mends them all; what cannot be read answers its default. Unknown members are left
// alone, but see refuseOthersThan().
class JsonReader {
public:
    // `value` must outlive the reader. `where` is put before the member in error().
    JsonReader(const Json& value, QString where);
    // Tells its problems to a list that outlives it as well.
    JsonReader(const Json& value, QString pointer, QVector<JsonProblem>& problems);

    QString string(const char* member);
    QString string(const char* member, const QString& fallback);
    bool boolean(const char* member, bool fallback);
    qint64 integer(const char* member);
    qint64 integer(const char* member, qint64 fallback);
    std::optional<qint64> optionalInteger(const char* member);
    std::optional<double> optionalNumber(const char* member);
    std::optional<QString> optionalString(const char* member);
    QStringList strings(const char* member);
    // One of these; the first one where it is missing.
    QString choice(const char* member, const QStringList& choices);
    // The member as an object; an empty one where it is missing. Its problems are this reader's as well.
    JsonReader object(const char* member);
    // One for each entry of a list of objects, none where it is missing. This reader must stay where it is.
    std::vector<JsonReader> objects(const char* member);
    // The same, each as `read` makes it.
    template <typename Item> QVector<Item> list(const char* member, Item (*read)(JsonReader&))
    {
        QVector<Item> items;
        for (JsonReader& entry : objects(member))
            items.append(read(entry));
        return items;
    }

    // The member as it is, or null where it is missing.
    const Json& child(const char* member) const;
    bool has(const char* member) const; // null counts
    const Json& value() const { return m_value; }
    const QString& pointer() const { return m_pointer; }
    QString pointerTo(const QString& member) const;
    // A misspelt member would be lost in silence, so unknown ones are problems; "x-..." is free for notes.
    void refuseOthersThan(const QStringList& known);

    void fail(const QString& problem); // of the object
    void fail(const QString& member, const QString& problem); // "must be a string."
    QVector<JsonProblem>& problems() { return m_shared ? *m_shared : m_own; }
    bool ok() const { return !firstProblem(); }
    Error error() const; // the first of the problems, in one sentence

private:
    const Json* find(
        const char* member, bool required, const char* demand, const std::function<bool(const Json&)>& is);
    const JsonProblem* firstProblem() const; // of this object and of what is in it

    const Json& m_value;
    QString m_where;
    QString m_pointer;
    QVector<JsonProblem> m_own;
    QVector<JsonProblem>* m_shared = nullptr;
};

}
