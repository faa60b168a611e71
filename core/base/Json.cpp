// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"

#include "core/base/WholeFile.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QSaveFile>
#include <QThread>

#include <chrono>

namespace torchmason {

namespace {

constexpr std::chrono::milliseconds replacePatience { 2000 };

int lineOf(const QByteArray& text, size_t byte)
{
    return 1 + int(text.left(qsizetype(byte)).count('\n'));
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

}
