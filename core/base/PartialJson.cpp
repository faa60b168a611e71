// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/PartialJson.h"

#include <QFile>

namespace torchmason {

Result<Json> readJsonFileWithout(const QString& path, const char* member)
{
    QFile file(path);
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const auto keep = [member](int depth, Json::parse_event_t event, const Json& value) {
        return depth != 1 || event != Json::parse_event_t::key || value != member;
    };
    Json document = Json::parse(text.begin(), text.end(), keep, false);
    if (document.is_discarded())
        return readJsonFile(path); // it says what is wrong
    return document;
}

}
