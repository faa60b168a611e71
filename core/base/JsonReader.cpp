// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/base/Json.h"
#include "core/base/JsonPlaces.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

bool isInteger(const Json& value)
{
    return value.is_number_integer()
        || (value.is_number_float() && std::abs(value.get<double>()) < 9e15
            && std::floor(value.get<double>()) == value.get<double>());
}

// The numbers that JSON keeps exactly. A file of others may tell any; of these, a difference overflows
// nothing.
qint64 bounded(const Json& value)
{
    constexpr qint64 most = qint64(1) << 53;
    return std::clamp(value.get<qint64>(), -most, most);
}

QString text(const Json& value)
{
    return QString::fromStdString(value.get_ref<const std::string&>());
}

QString entryPointer(const QString& list, size_t entry)
{
    return list + QLatin1Char('/') + QString::number(entry);
}

}

JsonReader::JsonReader(const Json& value, QString where)
    : m_value(value)
    , m_where(std::move(where))
{
    if (!value.is_object())
        fail(Core::tr("an object is needed here."));
}

JsonReader::JsonReader(const Json& value, QString pointer, QVector<JsonProblem>& problems)
    : m_value(value)
    , m_pointer(std::move(pointer))
    , m_shared(&problems)
{
    if (!value.is_object())
        fail(Core::tr("an object is needed here."));
}

QString JsonReader::pointerTo(const QString& member) const
{
    return m_pointer + QLatin1Char('/') + pointerPart(member);
}

void JsonReader::fail(const QString& problem)
{
    problems().append({ m_pointer, problem });
}

void JsonReader::fail(const QString& member, const QString& problem)
{
    problems().append({ pointerTo(member), problem, true });
}

const JsonProblem* JsonReader::firstProblem() const
{
    const QVector<JsonProblem>& all = m_shared ? *m_shared : m_own;
    const auto found = std::find_if(all.begin(), all.end(), [this](const JsonProblem& problem) {
        return problem.pointer == m_pointer || problem.pointer.startsWith(m_pointer + QLatin1Char('/'));
    });
    return found == all.end() ? nullptr : &*found;
}

// a.json: flags[3]: "name" must be a string.
Error JsonReader::error() const
{
    const JsonProblem* problem = firstProblem();
    if (!problem)
        return {};
    QString pointer = problem->pointer;
    QString sentence = problem->sentence;
    if (problem->goesOnAfterName) {
        const qsizetype name = pointer.lastIndexOf(QLatin1Char('/'));
        sentence = QStringLiteral("\"%1\" %2").arg(fieldOfPointer(pointer.mid(name)), sentence);
        pointer.truncate(name);
    }
    const QString field = fieldOfPointer(pointer);
    for (const QString& part : { field, m_where }) {
        if (!part.isEmpty())
            sentence = part + QLatin1String(": ") + sentence;
    }
    return { sentence };
}

void JsonReader::refuseOthersThan(const QStringList& known)
{
    if (!m_value.is_object())
        return;
    for (const auto& [key, value] : m_value.items()) {
        const QString name = QString::fromStdString(key);
        if (!known.contains(name) && !name.startsWith(QLatin1String("x-")))
            problems().append({ pointerTo(name), Core::tr("is not a known key."), true, true });
    }
}

bool JsonReader::has(const char* member) const
{
    return m_value.is_object() && m_value.contains(member);
}

const Json& JsonReader::child(const char* member) const
{
    static const Json null;
    return has(member) ? m_value[member] : null;
}

const Json* JsonReader::find(
    const char* member, bool required, const char* demand, const std::function<bool(const Json&)>& is)
{
    const Json& value = child(member);
    if (value.is_null()) {
        if (required)
            fail(Core::tr("\"%1\" is missing.").arg(QLatin1String(member)));
        return nullptr;
    }
    if (is(value))
        return &value;
    fail(QLatin1String(member), Core::tr(demand));
    return nullptr;
}

QString JsonReader::string(const char* member)
{
    const Json* value = find(member, true, QT_TRANSLATE_NOOP("Core", "must be a string."), &Json::is_string);
    return value ? text(*value) : QString();
}

QString JsonReader::string(const char* member, const QString& fallback)
{
    return optionalString(member).value_or(fallback);
}

std::optional<QString> JsonReader::optionalString(const char* member)
{
    const Json* value = find(member, false, QT_TRANSLATE_NOOP("Core", "must be a string."), &Json::is_string);
    return value ? std::optional(text(*value)) : std::nullopt;
}

bool JsonReader::boolean(const char* member, bool fallback)
{
    const Json* value
        = find(member, false, QT_TRANSLATE_NOOP("Core", "must be true or false."), &Json::is_boolean);
    return value ? value->get<bool>() : fallback;
}

qint64 JsonReader::integer(const char* member)
{
    const Json* value = find(member, true, QT_TRANSLATE_NOOP("Core", "must be a whole number."), isInteger);
    return value ? bounded(*value) : 0;
}

qint64 JsonReader::integer(const char* member, qint64 fallback)
{
    return optionalInteger(member).value_or(fallback);
}

std::optional<qint64> JsonReader::optionalInteger(const char* member)
{
    const Json* value = find(member, false, QT_TRANSLATE_NOOP("Core", "must be a whole number."), isInteger);
    return value ? std::optional(bounded(*value)) : std::nullopt;
}

std::optional<double> JsonReader::optionalNumber(const char* member)
{
    const Json* value = find(member, false, QT_TRANSLATE_NOOP("Core", "must be a number."), &Json::is_number);
    return value ? std::optional(value->get<double>()) : std::nullopt;
}

QStringList JsonReader::strings(const char* member)
{
    const Json* value
        = find(member, false, QT_TRANSLATE_NOOP("Core", "must be a list of strings."), &Json::is_array);
    QStringList list;
    for (size_t entry = 0; value && entry < value->size(); ++entry) {
        if (value->at(entry).is_string())
            list << text(value->at(entry));
        else
            problems().append(
                { entryPointer(pointerTo(QLatin1String(member)), entry), Core::tr("must be a string.") });
    }
    return list;
}

QString JsonReader::choice(const char* member, const QStringList& choices)
{
    const QString value = string(member, choices.first());
    if (choices.contains(value))
        return value;
    QStringList named;
    for (const QString& one : choices) {
        if (!one.isEmpty())
            named << one;
    }
    fail(QLatin1String(member),
        Core::tr("is \"%1\"; it must be one of %2.").arg(value, named.join(QLatin1String(", "))));
    return choices.first();
}

JsonReader JsonReader::object(const char* member)
{
    static const Json empty = Json::object();
    const Json* value
        = find(member, false, QT_TRANSLATE_NOOP("Core", "must be an object."), &Json::is_object);
    JsonReader reader(value ? *value : empty, pointerTo(QLatin1String(member)), problems());
    reader.m_where = m_where;
    return reader;
}

std::vector<JsonReader> JsonReader::objects(const char* member)
{
    std::vector<JsonReader> list;
    const Json* value = find(member, false, QT_TRANSLATE_NOOP("Core", "must be a list."), &Json::is_array);
    for (size_t entry = 0; value && entry < value->size(); ++entry) {
        list.emplace_back(
            value->at(entry), entryPointer(pointerTo(QLatin1String(member)), entry), problems());
        list.back().m_where = m_where;
    }
    return list;
}

}
