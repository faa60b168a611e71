// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>

#include <optional>

namespace torchmason {

// Member order is kept, so that files written by us read in the order we wrote them.
using Json = nlohmann::ordered_json;

// Parses a whole document. `where` names it in the error: "profiles/a.json, line 12: expected ..."
Result<Json> parseJson(const QByteArray& text, const QString& where);
Result<Json> readJsonFile(const QString& path);
// Writes through a temporary file and a rename, so that a reader sees the old or the new file and a
// full disk keeps the old one.
Result<void> writeJsonFile(const QString& path, const Json& document);
// One line without line breaks; invalid UTF-8 inside strings is replaced, never thrown about.
QByteArray compactJson(const Json& value);

Json toJson(const QString& text);
Json toJson(const QStringList& list);

// Reads the members of one object with types checked. The first problem is kept in error() and names the
// member; later reads answer their defaults. Unknown members are left alone.
class JsonReader {
public:
    // `value` must outlive the reader. `where` is put before the member in errors.
    JsonReader(const Json& value, QString where);

    QString string(const char* member);
    QString string(const char* member, const QString& fallback);
    bool boolean(const char* member, bool fallback);
    qint64 integer(const char* member);
    qint64 integer(const char* member, qint64 fallback);
    double number(const char* member, double fallback);
    std::optional<qint64> optionalInteger(const char* member);
    std::optional<double> optionalNumber(const char* member);
    std::optional<QString> optionalString(const char* member);
    QStringList strings(const char* member);
    // The member as it is, or null where it is missing.
    const Json& child(const char* member) const;
    bool has(const char* member) const;

    void fail(const QString& problem);
    bool ok() const { return m_error.isEmpty(); }
    Error error() const { return { m_error }; }

private:
    const Json* find(const char* member, bool required, const char* type, bool (*is)(const Json&));

    const Json& m_value;
    QString m_where;
    QString m_error;
};

}
