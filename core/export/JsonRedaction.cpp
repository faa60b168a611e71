// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/JsonRedaction.h"

#include "core/base/Ascii.h"
#include "core/redact/SecretText.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace torchmason {

namespace {

constexpr std::array<std::string_view, 14> wordMembers { "state", "kind", "type", "stage", "id", "origin",
    "gate", "cleanLevel", "clean", "confidence", "language", "fromStage", "untilStage", "skippedStages" };

// "part-switched-off"
bool isWord(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

bool isOfFormat(std::string_view member, const std::string& text)
{
    const bool isWordMember = std::find(wordMembers.begin(), wordMembers.end(), member) != wordMembers.end();
    return member == "logFile" || (isWordMember && isWord(text));
}

// As variables of an environment are called.
bool isVariable(std::string_view member)
{
    return !member.empty() && std::all_of(member.begin(), member.end(), [](char c) {
        return isUpper(c) || isDigit(c) || c == '_';
    });
}

class Redaction {
public:
    Redaction(const PrivacyFilter& privacy, Masks masks)
        : m_privacy(privacy)
        , m_masks(masks)
    {
    }

    Json of(const Json& value, std::string_view member) const
    {
        if (value.is_string())
            return text(value.get_ref<const std::string&>(), member);
        if (value.is_array())
            return list(value, member);
        return value.is_object() ? object(value) : value;
    }

private:
    Json list(const Json& value, std::string_view member) const
    {
        Json result = Json::array();
        for (const Json& item : value)
            result.push_back(of(item, member));
        return result;
    }

    Json object(const Json& value) const
    {
        Json result = Json::object();
        for (const auto& [name, item] : value.items())
            result[name] = of(item, name);
        const auto name = value.find("name");
        const auto content = value.find("value");
        const bool isPair = name != value.end() && content != value.end() && name->is_string();
        if (isPair && content->is_string())
            result["value"]
                = valueOf(name->get_ref<const std::string&>(), content->get_ref<const std::string&>());
        return result;
    }

    std::string text(const std::string& value, std::string_view member) const
    {
        if (isOfFormat(member, value))
            return value;
        return isVariable(member) ? valueOf(std::string(member), value) : hidden(value);
    }

    std::string valueOf(const std::string& name, const std::string& value) const
    {
        return hidden(
            withoutSecretsOf(QString::fromStdString(name), QString::fromStdString(value)).toStdString());
    }

    std::string hidden(const std::string& value) const
    {
        if (m_masks == Masks::SameLength)
            return sameLength(value, m_privacy);
        return m_privacy.shown(QString::fromStdString(value)).toStdString();
    }

    const PrivacyFilter& m_privacy;
    Masks m_masks;
};

}

Json redacted(const Json& document, const PrivacyFilter& privacy, Masks masks)
{
    Json result = Redaction(privacy, masks).of(document, {});
    if (document.is_object() && document.contains("id")) // the attempt's; it is of no machine
        result["id"] = document["id"];
    return result;
}

}
