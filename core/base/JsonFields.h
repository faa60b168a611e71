// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QVector>

#include <vector>

namespace torchmason {

// What is wrong with one part of a document.
struct JsonProblem {
    QString pointer; // "/flags/3/name"; empty: the document as a whole
    QString sentence;
};

// Reads the members of one object with types checked, as JsonReader does, for files that people write: every
// problem is kept, with the place it is about, so that one look at the file mends them all. What cannot be
// read answers its default.
class JsonFields {
public:
    // `value` and `problems` must outlive it.
    JsonFields(const Json& value, QString pointer, QVector<JsonProblem>& problems);

    QString string(const char* member); // missing: a problem
    QString string(const char* member, const QString& fallback);
    std::optional<QString> optionalString(const char* member);
    bool boolean(const char* member, bool fallback);
    std::optional<qint64> integer(const char* member);
    QStringList strings(const char* member);
    // One of these; the first one where it is missing.
    QString choice(const char* member, const QStringList& choices);
    // The member as an object; an empty one where it is missing.
    JsonFields object(const char* member);
    // One for each entry of a list of objects.
    std::vector<JsonFields> objects(const char* member);

    bool has(const char* member) const; // null counts as missing
    const Json& child(const char* member) const;
    const Json& value() const { return m_value; }
    const QString& pointer() const { return m_pointer; }
    QString pointerTo(const QString& member) const;
    // A misspelt member would be lost in silence, so unknown ones are problems; "x-..." is free for notes.
    void refuseOthersThan(const QStringList& known);

    void complain(const QString& sentence); // about the object
    void complain(const QString& member, const QString& sentence);
    QVector<JsonProblem>& problems() { return m_problems; }

private:
    const Json* find(const char* member, const char* type, bool (Json::*is)() const noexcept);

    const Json& m_value;
    QString m_pointer;
    QVector<JsonProblem>& m_problems;
};

}
