// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonFields.h"

#include "core/base/JsonPlaces.h"

namespace torchmason {

namespace {

QString text(const Json& value)
{
    return QString::fromStdString(value.get_ref<const std::string&>());
}

}

JsonFields::JsonFields(const Json& value, QString pointer, QVector<JsonProblem>& problems)
    : m_value(value)
    , m_pointer(std::move(pointer))
    , m_problems(problems)
{
    if (!value.is_object() && !value.is_null())
        complain(QStringLiteral("an object is needed here."));
}

const Json& JsonFields::child(const char* member) const
{
    static const Json null;
    return m_value.is_object() && m_value.contains(member) ? m_value[member] : null;
}

bool JsonFields::has(const char* member) const
{
    return !child(member).is_null();
}

QString JsonFields::pointerTo(const QString& member) const
{
    return m_pointer + QLatin1Char('/') + pointerPart(member);
}

void JsonFields::complain(const QString& sentence)
{
    m_problems.append({ m_pointer, sentence });
}

void JsonFields::complain(const QString& member, const QString& sentence)
{
    m_problems.append({ pointerTo(member), sentence });
}

void JsonFields::refuseOthersThan(const QStringList& known)
{
    if (!m_value.is_object())
        return;
    for (const auto& [key, value] : m_value.items()) {
        const QString name = QString::fromStdString(key);
        if (!known.contains(name) && !name.startsWith(QLatin1String("x-")))
            complain(name, QStringLiteral("is not a member that is known here."));
    }
}

const Json* JsonFields::find(const char* member, const char* type, bool (Json::*is)() const noexcept)
{
    const Json& value = child(member);
    if (value.is_null())
        return nullptr;
    if ((value.*is)())
        return &value;
    complain(QLatin1String(member), QStringLiteral("must be %1.").arg(QLatin1String(type)));
    return nullptr;
}

QString JsonFields::string(const char* member)
{
    if (!has(member))
        complain(QStringLiteral("\"%1\" is missing.").arg(QLatin1String(member)));
    return string(member, QString());
}

QString JsonFields::string(const char* member, const QString& fallback)
{
    return optionalString(member).value_or(fallback);
}

std::optional<QString> JsonFields::optionalString(const char* member)
{
    const Json* value = find(member, "a string", &Json::is_string);
    return value ? std::optional(text(*value)) : std::nullopt;
}

bool JsonFields::boolean(const char* member, bool fallback)
{
    const Json* value = find(member, "true or false", &Json::is_boolean);
    return value ? value->get<bool>() : fallback;
}

std::optional<qint64> JsonFields::integer(const char* member)
{
    const Json* value = find(member, "a whole number", &Json::is_number_integer);
    return value ? std::optional(value->get<qint64>()) : std::nullopt;
}

QStringList JsonFields::strings(const char* member)
{
    const Json* value = find(member, "a list of strings", &Json::is_array);
    QStringList list;
    if (!value)
        return list;
    for (size_t entry = 0; entry < value->size(); ++entry) {
        if (value->at(entry).is_string())
            list << text(value->at(entry));
        else
            m_problems.append({ pointerTo(QLatin1String(member)) + QLatin1Char('/') + QString::number(entry),
                QStringLiteral("must be a string.") });
    }
    return list;
}

QString JsonFields::choice(const char* member, const QStringList& choices)
{
    const QString value = string(member, choices.first());
    if (choices.contains(value))
        return value;
    QStringList named;
    for (const QString& one : choices) {
        if (!one.isEmpty())
            named << one;
    }
    complain(QLatin1String(member),
        QStringLiteral("is \"%1\"; it must be one of %2.").arg(value, named.join(QLatin1String(", "))));
    return choices.first();
}

JsonFields JsonFields::object(const char* member)
{
    return { child(member), pointerTo(QLatin1String(member)), m_problems };
}

std::vector<JsonFields> JsonFields::objects(const char* member)
{
    std::vector<JsonFields> list;
    const Json* value = find(member, "a list", &Json::is_array);
    for (size_t entry = 0; value && entry < value->size(); ++entry)
        list.emplace_back(value->at(entry),
            pointerTo(QLatin1String(member)) + QLatin1Char('/') + QString::number(entry), m_problems);
    return list;
}

}
