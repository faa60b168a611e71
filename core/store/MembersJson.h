// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Core.h"
#include "core/base/Json.h"
#include "core/base/Units.h"

#include <QMap>

#include <algorithm>
#include <concepts>
#include <iterator>
#include <optional>
#include <type_traits>

namespace torchmason {

// Members that are written only where there is something to say: a missing number stays missing.

template <typename Number>
void putOptional(Json& object, const char* member, const std::optional<Number>& value)
{
    if (value)
        object[member] = *value;
}

inline void putOptional(Json& object, const char* member, const std::optional<Milliseconds>& value)
{
    if (value)
        object[member] = qint64(value->count());
}

inline void putText(Json& object, const char* member, const QString& text)
{
    if (!text.isEmpty())
        object[member] = text.toStdString();
}

inline std::optional<Milliseconds> optionalMilliseconds(JsonReader& reader, const char* member)
{
    const auto number = reader.optionalInteger(member);
    return number ? std::optional(Milliseconds(*number)) : std::nullopt;
}

// A negative size is as good as none.
inline std::optional<Bytes> optionalBytes(JsonReader& reader, const char* member)
{
    const auto number = reader.optionalInteger(member);
    return number && *number >= 0 ? std::optional(Bytes(*number)) : std::nullopt;
}

enum class MemberForm {
    Usual, // left out where there is nothing to say
    Required, // a text or a number that must be there; of an object, what is wrong in it is wrong here, too
    Always, // written also where it is empty
    Never, // not written
};

template <typename Item> Json written(const Item& item, Json object = Json::object());
template <typename Item> Item readItem(JsonReader& reader);

// MemberWriter and MemberReader go through the members() of a kind of value, one list for both.
struct MemberWriter {
    Json object;

    template <typename Value>
    void operator()(const char* member, const Value& value, MemberForm form = MemberForm::Usual)
    {
        if constexpr (requires { value.isEmpty(); }) {
            if (form == MemberForm::Never || (form == MemberForm::Usual && value.isEmpty()))
                return;
        }
        object[member] = asJson(value);
    }
    void operator()(const char* member, bool value, MemberForm form = MemberForm::Usual)
    {
        if (value || form == MemberForm::Always)
            object[member] = value;
    }
    template <typename Value>
    void operator()(const char* member, const std::optional<Value>& value, MemberForm = MemberForm::Usual)
    {
        if (value)
            object[member] = asJson(*value);
    }
    template <typename State, size_t count>
    void operator()(const char* member, State state, const char* const (&ids)[count])
    {
        object[member] = ids[int(state)];
    }

private:
    template <typename Value> static Json asJson(const Value& value)
    {
        if constexpr (std::is_arithmetic_v<Value>)
            return value;
        else if constexpr (std::is_same_v<Value, Milliseconds>)
            return qint64(value.count());
        else if constexpr (std::is_same_v<Value, QString>)
            return toJson(value);
        else
            return written(value);
    }
    template <typename Item> static Json asJson(const QVector<Item>& items)
    {
        if constexpr (std::is_same_v<Item, QString>) {
            return toJson(items);
        } else {
            Json list = Json::array();
            for (const Item& item : items)
                list.push_back(asJson(item));
            return list;
        }
    }
    static Json asJson(const QMap<QString, QString>& texts) { return toJson(texts); }
};

struct MemberReader {
    JsonReader& reader;

    void operator()(const char* member, QString& text, MemberForm form = MemberForm::Usual)
    {
        text = form == MemberForm::Required ? reader.string(member) : reader.string(member, QString());
    }
    void operator()(const char* member, bool& value, MemberForm = MemberForm::Usual)
    {
        value = reader.boolean(member, false);
    }
    template <std::signed_integral Number>
    void operator()(const char* member, Number& number, MemberForm form = MemberForm::Usual)
    {
        number = Number(form == MemberForm::Required ? reader.integer(member) : reader.integer(member, 0));
    }
    void operator()(const char* member, Bytes& size) { size = optionalBytes(reader, member).value_or(0); }
    void operator()(const char* member, Milliseconds& span)
    {
        span = Milliseconds(reader.integer(member, 0));
    }
    void operator()(const char* member, QStringList& texts, MemberForm = MemberForm::Usual)
    {
        texts = reader.strings(member);
    }
    template <typename State, size_t count>
    void operator()(const char* member, State& state, const char* const (&ids)[count])
    {
        const QString id = reader.string(member);
        const auto found
            = std::find_if(ids, ids + count, [&id](const char* known) { return id == QLatin1String(known); });
        if (found == ids + count)
            reader.fail(Core::tr("\"state\" is \"%1\", which is not a known state.").arg(id));
        else
            state = State(found - ids);
    }
    template <typename Value>
    void operator()(const char* member, std::optional<Value>& value, MemberForm form = MemberForm::Usual)
    {
        if constexpr (std::is_same_v<Value, Bytes>) {
            value = optionalBytes(reader, member);
        } else if constexpr (std::is_same_v<Value, Milliseconds>) {
            value = optionalMilliseconds(reader, member);
        } else if constexpr (std::is_same_v<Value, double>) {
            value = reader.optionalNumber(member);
        } else if constexpr (std::is_integral_v<Value>) {
            if (const auto number = reader.optionalInteger(member))
                value = Value(*number);
        } else if constexpr (std::is_same_v<Value, QStringList>) {
            if (reader.has(member))
                value = reader.strings(member);
        } else if constexpr (std::is_same_v<Value, QMap<QString, QString>>) {
            if (reader.has(member))
                (*this)(member, value.emplace());
        } else if (form == MemberForm::Required ? reader.has(member) : reader.child(member).is_object()) {
            JsonReader inner(reader.child(member), QString());
            value = readItem<Value>(inner);
            if (form == MemberForm::Required && !inner.ok())
                reader.fail(inner.error().message);
        }
    }
    // Numbers of another kind are passed over, in a list of fractions they are 0.
    template <typename Item>
    void operator()(const char* member, QVector<Item>& items, MemberForm form = MemberForm::Usual)
    {
        if (!reader.child(member).is_array())
            return;
        for (const Json& entry : reader.child(member)) {
            if constexpr (std::is_same_v<Item, double>) {
                items.append(entry.is_number() ? entry.get<double>() : 0.0);
            } else if constexpr (std::is_integral_v<Item>) {
                if (std::is_signed_v<Item> ? entry.is_number_integer() : entry.is_number_unsigned())
                    items.append(entry.get<Item>());
            } else {
                JsonReader inner(entry, QString());
                const Item item = readItem<Item>(inner);
                if (form == MemberForm::Always || inner.ok())
                    items.append(item);
            }
        }
    }
    void operator()(const char* member, QMap<QString, QString>& texts)
    {
        for (const auto& [name, value] : reader.child(member).items()) {
            if (value.is_string())
                texts.insert(QString::fromStdString(name), QString::fromStdString(value.get<std::string>()));
        }
    }
};

template <typename Item> Json written(const Item& item, Json object)
{
    MemberWriter writer { std::move(object) };
    members(writer, const_cast<Item&>(item)); // only read
    return std::move(writer.object);
}

template <typename Item> Item readItem(JsonReader& reader)
{
    Item item;
    MemberReader fields { reader };
    members(fields, item);
    return item;
}

template <typename Item> Result<Item> itemFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    Item item = readItem<Item>(reader);
    if (!reader.ok())
        return reader.error();
    return item;
}

}
