// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <string>

// Only for precompiled headers: clang instantiates what stands here once with them, and in no other file
// again. Nothing calls it.
namespace torchmason::often {

inline Json json(const QString& text, const Json& other)
{
    Json value = Json::object();
    value["a"] = text.toStdString();
    value["b"]
        = { { "c", 1 }, { "d", true }, { "e", 0.5 }, { "f", qint64(1) }, { "g", "h" }, { "i", nullptr } };
    value.update(Json { { "k", other }, { "l", std::string() }, { "m", Json::array() } });
    value.push_back(Json(other));
    value["n"].push_back(std::move(value["b"]));
    value.emplace("o", 1);
    for (const auto& [name, item] : other.items()) {
        if (item.is_string() && other.contains(name) && other.contains("p"))
            value[name] = item.get<std::string>() + other.at("p").get<std::string>();
    }
    for (const Json& item : other)
        value["q"] = item.get<int>() + item.get<qint64>() + int(item.get<double>()) + int(item.get<bool>());
    value["r"] = other.value("s", std::string()) + other.value("t", "") + std::to_string(other.value("u", 0));
    value["v"] = other.value("w", false);
    if (other.find("x") != other.end() && other == value && !other.empty() && other.size() > 1)
        value.erase("y");
    return Json::parse(other.dump());
}

inline Result<Json> result(const QByteArray& text)
{
    Result<Json> read = parseJson(text, {});
    if (!read)
        return read.error();
    return std::move(read).value();
}

}
