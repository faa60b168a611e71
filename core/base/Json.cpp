// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"

#include "core/base/WholeFile.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QSaveFile>
#include <QThread>

#include <chrono>
#include <cmath>

namespace torchmason {

namespace {

constexpr std::chrono::milliseconds replacePatience { 2000 };

int lineOf(const QByteArray& text, size_t byte)
{
    return 1 + int(text.left(qsizetype(byte)).count('\n'));
}

bool isString(const Json& value)
{
    return value.is_string();
}
bool isBoolean(const Json& value)
{
    return value.is_boolean();
}
bool isInteger(const Json& value)
{
    return value.is_number_integer()
        || (value.is_number_float() && std::abs(value.get<double>()) < 9e15
            && std::floor(value.get<double>()) == value.get<double>());
}
bool isNumber(const Json& value)
{
    return value.is_number();
}
bool isArray(const Json& value)
{
    return value.is_array();
}

QString text(const Json& value)
{
    return QString::fromStdString(value.get_ref<const std::string&>());
}

}

Result<Json> parseJson(const QByteArray& content, const QString& where)
{
    try {
        return Json::parse(content.constData(), content.constData() + content.size());
    } catch (const nlohmann::json::parse_error& problem) {
        const size_t at = problem.byte > 0 ? problem.byte - 1 : 0;
        return Error { QStringLiteral("%1, line %2: this is not valid JSON (%3).")
                           .arg(where)
                           .arg(lineOf(content, at))
                           .arg(QString::fromLatin1(problem.what()).section(QLatin1String("; "), -1)) };
    } catch (const nlohmann::json::exception& problem) { // numbers such as 1e999
        return Error { QStringLiteral("%1: this cannot be read as JSON (%2).")
                           .arg(where, QString::fromLatin1(problem.what()).section(QLatin1String("] "), 1)) };
    }
}

Result<Json> readJsonFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1: %2.").arg(path, file.errorString()) };
    return parseJson(file.readAll(), path);
}

Result<void> writeJsonFile(const QString& path, const Json& document)
{
    const QByteArray content
        = QByteArray::fromStdString(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    // On Windows a file that somebody reads at this moment (we ourselves, a virus scanner) cannot be
    // replaced.
    const QDeadlineTimer patience(replacePatience);
    for (;;) {
        QSaveFile file(path);
        if (writeWhole(file, content))
            return {};
        if (file.error() != QFileDevice::RenameError || patience.hasExpired())
            return Error { QStringLiteral("Cannot write %1: %2.").arg(path, file.errorString()) };
        QThread::msleep(10);
    }
}

QByteArray compactJson(const Json& value)
{
    return QByteArray::fromStdString(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json toJson(const QString& string)
{
    return Json(string.toStdString());
}

Json toJson(const QStringList& list)
{
    Json array = Json::array();
    for (const QString& item : list)
        array.push_back(item.toStdString());
    return array;
}

JsonReader::JsonReader(const Json& value, QString where)
    : m_value(value)
    , m_where(std::move(where))
{
    if (!value.is_object())
        m_error = QStringLiteral("%1: an object is needed here.").arg(m_where);
}

void JsonReader::fail(const QString& problem)
{
    if (m_error.isEmpty())
        m_error = QStringLiteral("%1: %2").arg(m_where, problem);
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

const Json* JsonReader::find(const char* member, bool required, const char* type, bool (*is)(const Json&))
{
    const Json& value = child(member);
    if (value.is_null()) {
        if (required)
            fail(QStringLiteral("\"%1\" is missing.").arg(QLatin1String(member)));
        return nullptr;
    }
    if (!is(value)) {
        fail(QStringLiteral("\"%1\" must be %2.").arg(QLatin1String(member), QLatin1String(type)));
        return nullptr;
    }
    return &value;
}

QString JsonReader::string(const char* member)
{
    const Json* value = find(member, true, "a string", isString);
    return value ? text(*value) : QString();
}

QString JsonReader::string(const char* member, const QString& fallback)
{
    const Json* value = find(member, false, "a string", isString);
    return value ? text(*value) : fallback;
}

std::optional<QString> JsonReader::optionalString(const char* member)
{
    const Json* value = find(member, false, "a string", isString);
    return value ? std::optional(text(*value)) : std::nullopt;
}

bool JsonReader::boolean(const char* member, bool fallback)
{
    const Json* value = find(member, false, "true or false", isBoolean);
    return value ? value->get<bool>() : fallback;
}

qint64 JsonReader::integer(const char* member)
{
    const Json* value = find(member, true, "a whole number", isInteger);
    return value ? value->get<qint64>() : 0;
}

qint64 JsonReader::integer(const char* member, qint64 fallback)
{
    return optionalInteger(member).value_or(fallback);
}

std::optional<qint64> JsonReader::optionalInteger(const char* member)
{
    const Json* value = find(member, false, "a whole number", isInteger);
    return value ? std::optional(value->get<qint64>()) : std::nullopt;
}

double JsonReader::number(const char* member, double fallback)
{
    return optionalNumber(member).value_or(fallback);
}

std::optional<double> JsonReader::optionalNumber(const char* member)
{
    const Json* value = find(member, false, "a number", isNumber);
    return value ? std::optional(value->get<double>()) : std::nullopt;
}

QStringList JsonReader::strings(const char* member)
{
    const Json* value = find(member, false, "a list of strings", isArray);
    QStringList list;
    if (!value)
        return list;
    for (const Json& item : *value) {
        if (!item.is_string()) {
            fail(QStringLiteral("\"%1\" must hold strings only.").arg(QLatin1String(member)));
            return {};
        }
        list << text(item);
    }
    return list;
}

}
