// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ControlCharacters.h"

namespace torchmason {

QString withoutControls(QString text)
{
    const auto turns
        = [](char16_t c) { return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069); };
    for (QChar& letter : text) {
        const bool acts = letter.category() == QChar::Other_Control && letter != u'\n' && letter != u'\t';
        if (acts || turns(letter.unicode()))
            letter = QChar::ReplacementCharacter;
    }
    return text;
}

Json withoutControls(const Json& json)
{
    if (json.is_string())
        return toJson(withoutControls(QString::fromStdString(json.get_ref<const std::string&>())));
    if (!json.is_structured())
        return json;
    Json clean = json.is_array() ? Json::array() : Json::object();
    for (const auto& [name, part] : json.items()) {
        if (json.is_array())
            clean.push_back(withoutControls(part));
        else
            clean[withoutControls(QString::fromStdString(name)).toStdString()] = withoutControls(part);
    }
    return clean;
}

}
