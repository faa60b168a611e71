// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/JsonBounds.h"
#include "core/base/JsonPlaces.h"
#include "core/base/RegularFile.h"

#include <QDeadlineTimer>
#include <QSaveFile>
#include <QThread>

#include <chrono>

namespace torchmason {

namespace {

constexpr std::chrono::milliseconds replacePatience { 2000 };

}

Result<Json> parseJson(const QByteArray& content, const QString& where)
{
    const auto refused = [&where](const JsonSyntaxFault& fault) {
        if (fault.place.line == 0)
            return Error { QStringLiteral("%1: %2").arg(where, fault.sentence) };
        return Error { Core::tr("%1, line %2: %3").arg(where).arg(fault.place.line).arg(fault.sentence) };
    };
    if (const auto fault = boundsFaultOf(content))
        return refused(*fault);
    try {
        return Json::parse(content.constData(), content.constData() + content.size());
    } catch (const nlohmann::json::exception& problem) {
        return refused(faultOf(problem, content));
    }
}

Json jsonLine(QByteArrayView line)
{
    if (JsonBounds(JsonBounds::Files::OneALine).add(line) != JsonBounds::Fault::None)
        return Json(Json::value_t::discarded);
    return Json::parse(line.begin(), line.end(), nullptr, false);
}

Result<Json> readJsonFile(const QString& path)
{
    RegularFile file(path);
    if (!file.openDocument())
        return cannotRead(path, file);
    return parseJson(file.readAll(), path);
}

Result<void> writeJsonFile(const QString& path, const Json& document, FileAccess access)
{
    const QByteArray content
        = QByteArray::fromStdString(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    // On Windows a file that is being read (by us, by a virus scanner) cannot be replaced.
    const QDeadlineTimer patience(replacePatience);
    for (;;) {
        QSaveFile file(path);
        if (writeWhole(file, content, access))
            return {};
        if (file.error() != QFileDevice::RenameError || patience.hasExpired())
            return Error { Core::tr("Cannot write %1: %2.").arg(path, file.errorString()) };
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

Json toJson(const QMap<QString, QString>& texts)
{
    Json object = Json::object();
    for (auto text = texts.begin(); text != texts.end(); ++text)
        object[text.key().toStdString()] = text.value().toStdString();
    return object;
}

}
