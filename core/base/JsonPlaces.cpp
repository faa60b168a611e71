// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonPlaces.h"

#include "core/base/Core.h"
#include "core/base/JsonBounds.h"

#include <QVector>

#include <algorithm>
#include <cstring>

namespace torchmason {

namespace {

constexpr auto byteOrderMark = "\xEF\xBB\xBF";
// Pointers grow with the depth; below this one nothing is kept.
constexpr qsizetype deepestKept = 64;

constexpr qsizetype longestReason = 300; // it may cite a text of megabytes
// The parser keeps what it passes over for its sentence, and writes each line break there as eight letters.
constexpr qsizetype mostBlanks = 1'000'000;

// -1 where there is none.
qsizetype beginOfLongBlank(const QByteArray& text)
{
    qsizetype begin = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (static_cast<unsigned char>(text[at]) > ' ')
            begin = at + 1;
        else if (at - begin >= mostBlanks)
            return begin;
    }
    return -1;
}

// Goes through a text once and keeps where things begin. A list of what is open, not recursion: a file
// may nest deeper than the stack is.
class Scanner {
public:
    Scanner(const QByteArray& text, QHash<QString, qsizetype>& offsets, QHash<QString, qsizetype>& values,
        QStringList& repeated)
        : m_text(text)
        , m_offsets(offsets)
        , m_values(values)
        , m_repeated(repeated)
    {
    }

    // Answers how deep it nests.
    int run()
    {
        m_at = m_text.startsWith(byteOrderMark) ? 3 : 0;
        while (m_at < m_text.size())
            step();
        return int(m_deepest);
    }

private:
    struct Open {
        QString pointer;
        bool isObject = false;
        int entry = 0; // of a list: the one that is read
    };

    void step()
    {
        const char sign = m_text[m_at];
        if (sign == '"')
            return string();
        if (sign == '{' || sign == '[')
            return open(sign == '{');
        if (sign == '}' || sign == ']')
            close();
        else if (sign == ',')
            separate();
        else if (sign == ':')
            m_expectsName = false;
        else if (!isBlank(sign))
            return plainValue();
        ++m_at;
    }

    static bool isBlank(char sign) { return sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n'; }

    void string()
    {
        const qsizetype begin = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_text.size());
        if (m_expectsName && !m_open.isEmpty())
            return name(begin);
        keepEntry(begin);
    }

    void name(qsizetype begin)
    {
        const Json text = Json::parse(m_text.constData() + begin, m_text.constData() + m_at, nullptr, false);
        if (!text.is_string() || m_open.size() > deepestKept)
            return;
        const QString part = pointerPart(QString::fromStdString(text.get<std::string>()));
        m_value = m_open.last().pointer + QLatin1Char('/') + part;
        if (m_offsets.contains(m_value))
            m_repeated.append(m_value);
        m_offsets.insert(m_value, begin);
    }

    // Members are where their names are; entries of lists and the whole are kept here.
    void keepEntry(qsizetype begin)
    {
        if (m_open.isEmpty())
            m_value.clear();
        else if (m_open.size() > deepestKept)
            return;
        else if (m_open.last().isObject)
            return void(m_values.insert(m_value, begin));
        else
            m_value = m_open.last().pointer + QLatin1Char('/') + QString::number(m_open.last().entry);
        m_offsets.insert(m_value, begin);
    }

    void open(bool isObject)
    {
        keepEntry(m_at++);
        m_open.append({ m_value, isObject });
        m_deepest = std::max(m_deepest, m_open.size());
        m_expectsName = isObject;
    }

    void close()
    {
        if (!m_open.isEmpty())
            m_open.removeLast();
        m_expectsName = false;
    }

    void separate()
    {
        if (m_open.isEmpty())
            return;
        m_expectsName = m_open.last().isObject;
        ++m_open.last().entry;
    }

    // At least one byte, so that it ends: strchr() finds NUL in any text.
    void plainValue()
    {
        const qsizetype begin = m_at++;
        while (m_at < m_text.size() && !isBlank(m_text[m_at]) && !std::strchr("{}[],:\"", m_text[m_at]))
            ++m_at;
        keepEntry(begin);
    }

    const QByteArray& m_text;
    QHash<QString, qsizetype>& m_offsets;
    QHash<QString, qsizetype>& m_values;
    QStringList& m_repeated;
    QVector<Open> m_open;
    QString m_value; // the pointer of the value that comes or is read
    bool m_expectsName = false;
    qsizetype m_at = 0;
    qsizetype m_deepest = 0;
};

}

TextPlace placeInText(const QByteArray& text, qsizetype offset)
{
    const QByteArray before = text.left(std::max<qsizetype>(0, offset));
    const qsizetype lineBegin = before.lastIndexOf('\n') + 1;
    QByteArray inLine = before.mid(lineBegin);
    if (lineBegin == 0 && inLine.startsWith(byteOrderMark))
        inLine.remove(0, 3);
    return { int(before.count('\n')) + 1, int(QString::fromUtf8(inLine).size()) + 1 };
}

JsonPlaces::JsonPlaces(const QByteArray& text)
    : m_text(text)
{
    m_depth = Scanner(m_text, m_offsets, m_values, m_repeated).run();
}

TextPlace JsonPlaces::of(const QString& pointer) const
{
    QString part = pointer;
    while (!m_offsets.contains(part)) {
        if (part.isEmpty())
            return {};
        part.truncate(std::max<qsizetype>(0, part.lastIndexOf(QLatin1Char('/'))));
    }
    return placeInText(m_text, m_offsets.value(part));
}

TextPlace JsonPlaces::ofValue(const QString& pointer) const
{
    const TextPlace name = of(pointer);
    const auto value = m_values.constFind(pointer);
    if (value == m_values.constEnd())
        return name;
    const TextPlace place = placeInText(m_text, *value);
    return place.line == name.line ? place : name;
}

JsonSyntaxFault faultOf(const nlohmann::json::exception& problem, const QByteArray& text)
{
    const QString said = QString::fromUtf8(problem.what());
    const auto* syntax = dynamic_cast<const nlohmann::json::parse_error*>(&problem);
    if (!syntax) // numbers such as 1e999
        return { Core::tr("this cannot be read as JSON: %1.").arg(said.section(QLatin1String("] "), 1)), {} };
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
    // object key - unexpected '}'; expected string literal"
    const qsizetype what = said.indexOf(QLatin1String(" - "));
    QString reason = what < 0 ? said.section(QLatin1String(": "), 1) : said.mid(what + 3);
    reason = reason.section(QLatin1String("; expected "), 0, 0).left(longestReason); // words of grammars
    if (reason == QLatin1String("unexpected end of input"))
        reason = Core::tr("it ends too early");
    return { Core::tr("this is not valid JSON: %1.").arg(reason),
        placeInText(text, qsizetype(syntax->byte) - 1) };
}

std::optional<JsonSyntaxFault> boundsFaultOf(const QByteArray& text)
{
    if (const qsizetype at = beginOfLongBlank(text); at >= 0)
        return JsonSyntaxFault { Core::tr("it holds more than %1 blanks in a row.").arg(mostBlanks),
            placeInText(text, at) };
    JsonBounds bounds(JsonBounds::Files::OneDocument);
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype end = text.indexOf('\n', at) + 1;
        const qsizetype size = (end > 0 ? end : text.size()) - at;
        const JsonBounds::Fault fault = bounds.add(QByteArrayView(text).sliced(at, size));
        if (fault == JsonBounds::Fault::TooDeep)
            return JsonSyntaxFault {
                Core::tr("lists and objects are nested more than %1 deep.").arg(JsonBounds::deepest),
                placeInText(text, at)
            };
        if (fault == JsonBounds::Fault::TooMany)
            return JsonSyntaxFault { Core::tr("it holds more than %1 values.").arg(JsonBounds::mostValues),
                placeInText(text, at) };
        at += size;
    }
    return std::nullopt;
}

std::optional<JsonSyntaxFault> syntaxFaultOf(const QByteArray& text)
{
    if (const auto fault = boundsFaultOf(text))
        return fault;
    try {
        const Json whole = Json::parse(text.constData(), text.constData() + text.size());
        return std::nullopt;
    } catch (const nlohmann::json::exception& problem) {
        return faultOf(problem, text);
    }
}

QString pointerPart(const QString& name)
{
    QString part = name;
    return part.replace(QLatin1Char('~'), QLatin1String("~0")).replace(QLatin1Char('/'), QLatin1String("~1"));
}

QString fieldOfPointer(const QString& pointer)
{
    QString field;
    for (QString part : pointer.split(QLatin1Char('/')).mid(1)) {
        part.replace(QLatin1String("~1"), QLatin1String("/"))
            .replace(QLatin1String("~0"), QLatin1String("~"));
        bool isEntry = false;
        (void)part.toUInt(&isEntry);
        if (isEntry)
            field += QLatin1Char('[') + part + QLatin1Char(']');
        else
            field += (field.isEmpty() ? QString() : QStringLiteral(".")) + part;
    }
    return field;
}

}
