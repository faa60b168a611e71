// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonCut.h"

#include "core/base/JsonPlaces.h"
#include "core/base/WholeFile.h"

#include <string>
#include <string_view>

namespace torchmason {

namespace {

struct Span {
    size_t begin = 0;
    size_t end = 0;
};

// The object that a member is, from its "{" to behind its "}". In the layout of writeJsonFile() there are two
// blanks a level, and no string holds an end of line.
std::optional<Span> objectOf(std::string_view text, const char* name, int level, Span within)
{
    const std::string indent = '\n' + std::string(size_t(2 * level), ' ');
    const std::string head = indent + '"' + name + "\": ";
    const size_t begin = text.substr(0, within.end).find(head + "{\n", within.begin);
    if (begin == std::string_view::npos)
        return std::nullopt;
    const size_t end = text.substr(0, within.end).find(indent + '}', begin + head.size());
    if (end == std::string_view::npos)
        return std::nullopt;
    return Span { begin + head.size(), end + indent.size() + 1 };
}

// What is laid out otherwise stays as it is.
void cut(QByteArray& text, const JsonMember& member)
{
    const std::string_view all(text.constData(), size_t(text.size()));
    auto span = objectOf(all, member.name, 1, { 0, all.size() });
    if (span && member.inner)
        span = objectOf(all, member.inner, 2, *span);
    if (span)
        text.replace(qsizetype(span->begin), qsizetype(span->end - span->begin), "null");
}

void erase(Json& document, const JsonMember& member)
{
    const auto outer = document.find(member.name);
    if (outer == document.end())
        return;
    if (!member.inner)
        document.erase(outer);
    else if (outer->is_object())
        outer->erase(member.inner);
}

}

Result<Json> readJsonFileWithout(const QString& path, std::initializer_list<JsonMember> members)
{
    QByteArray text = readWhole(path);
    for (const JsonMember& member : members)
        cut(text, member);
    if (boundsFaultOf(text))
        return readJsonFile(path);
    Json document = Json::parse(text.begin(), text.end(), nullptr, false);
    if (document.is_discarded())
        return readJsonFile(path); // it says what is wrong
    if (document.is_object()) {
        for (const JsonMember& member : members)
            erase(document, member);
    }
    return document;
}

}
