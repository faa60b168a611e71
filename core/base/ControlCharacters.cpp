// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ControlCharacters.h"

#include <algorithm>

namespace torchmason {

bool isControl(QChar letter)
{
    const char16_t c = letter.unicode();
    const bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return turns || (letter.category() == QChar::Other_Control && c != u'\n' && c != u'\t');
}

QString withoutControls(QString text)
{
    std::replace_if(text.begin(), text.end(), isControl, QChar(QChar::ReplacementCharacter));
    return text;
}

QString safeLine(const QString& text)
{
    QString line = withoutControls(text);
    for (QChar& letter : line) {
        if (letter == u'\n' || letter == u'\t' || letter == QChar::LineSeparator
            || letter == QChar::ParagraphSeparator)
            letter = u' ';
    }
    return line.trimmed();
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
