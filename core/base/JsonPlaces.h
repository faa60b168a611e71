// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// A place in a text as editors count: from 1, columns in characters. 0: not known.
struct TextPlace {
    int line = 0;
    int column = 0;

    bool operator==(const TextPlace&) const = default;
};
TextPlace placeInText(const QByteArray& text, qsizetype offset);

// Where the parts of a JSON text stand, by their JSON pointer ("/flags/3/name"): a member where its name
// begins, an entry of a list where it begins itself. Texts that are no valid JSON give what comes before the
// mistake.
class JsonPlaces {
public:
    explicit JsonPlaces(const QByteArray& text);

    // Of what encloses it where the text has no such part.
    TextPlace of(const QString& pointer) const;
    // The same, but of a member where its value begins, if that is in the line of its name.
    TextPlace ofValue(const QString& pointer) const;
    // Members that an object has more than once; readers of JSON keep one of them and say nothing.
    const QStringList& repeated() const { return m_repeated; }
    // How many objects and lists lie in each other at most.
    int depth() const { return m_depth; }

private:
    QByteArray m_text;
    QHash<QString, qsizetype> m_offsets;
    QHash<QString, qsizetype> m_values; // of members: where these begin
    QStringList m_repeated;
    int m_depth = 0;
};

// What is wrong with a text that is no valid JSON; nullopt where it is valid.
struct JsonSyntaxFault {
    QString sentence; // "this is not valid JSON: unexpected '}'."
    TextPlace place;
};
std::optional<JsonSyntaxFault> syntaxFaultOf(const QByteArray& text);
// Only whether it is nested deeper, or holds more values, than reading and writing it can bear.
std::optional<JsonSyntaxFault> boundsFaultOf(const QByteArray& text);
JsonSyntaxFault faultOf(const nlohmann::json::exception& problem, const QByteArray& text);

// A member's name as a part of a pointer.
QString pointerPart(const QString& name);
// "/flags/3/name" as people write it: "flags[3].name".
QString fieldOfPointer(const QString& pointer);

}
