// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/SecretForms.h"

#include "core/base/CodePages.h"
#include "core/base/Json.h"
#include "core/redact/SecretText.h"

#include <QSet>
#include <QString>

#include <cctype>
#include <cstring>
#include <utility>

namespace torchmason {

namespace {

// Puts what `written` makes of each byte in a row.
template <typename Written> QByteArray each(const QByteArray& bytes, Written written)
{
    QByteArray result;
    for (const char byte : bytes)
        result += written(byte);
    return result;
}

QByteArray backslashed(const QByteArray& bytes, const char* special)
{
    return each(bytes, [special](char byte) {
        return byte && std::strchr(special, byte) ? QByteArray("\\") + byte : QByteArray(1, byte);
    });
}

// What bash's printf %q does.
QByteArray shellBackslashed(const QByteArray& bytes)
{
    return each(bytes, [](char byte) {
        const auto value = uchar(byte);
        const bool isPlain = value >= 0x80 || std::isalnum(value) || std::strchr("_@%+=:,./-", byte);
        return isPlain ? QByteArray(1, byte) : QByteArray("\\") + byte;
    });
}

QByteArray cEscaped(const QByteArray& bytes, const char* special)
{
    return each(bytes, [special](char byte) {
        switch (byte) {
        case '\n':
            return QByteArray("\\n");
        case '\r':
            return QByteArray("\\r");
        case '\t':
            return QByteArray("\\t");
        default:
            return backslashed(QByteArray(1, byte), special);
        }
    });
}

// Letters beyond ASCII as \u00e4, which is how Python writes JSON.
QByteArray asciiJson(const QByteArray& bytes)
{
    QByteArray result;
    for (const QChar unit : QString::fromUtf8(bytes)) {
        if (unit.unicode() < 0x80)
            result += cEscaped(QByteArray(1, char(unit.unicode())), "\"\\");
        else
            result += "\\u" + QByteArray::number(unit.unicode(), 16).rightJustified(4, '0');
    }
    return result;
}

QByteArray xmlEscaped(const QByteArray& bytes, const QByteArray& apostrophe)
{
    return each(bytes, [&apostrophe](char byte) {
        switch (byte) {
        case '&':
            return QByteArray("&amp;");
        case '<':
            return QByteArray("&lt;");
        case '>':
            return QByteArray("&gt;");
        case '"':
            return QByteArray("&quot;");
        case '\'':
            return apostrophe;
        default:
            return QByteArray(1, byte);
        }
    });
}

// The characters of base64 that depend on nothing but these bytes, where `before` others (0 to 2) stand in
// front of them in their group of three.
QByteArray base64Inside(const QByteArray& bytes, int before)
{
    const QByteArray whole = (QByteArray(before, '\0') + bytes)
                                 .toBase64(QByteArray::Base64Encoding | QByteArray::OmitTrailingEquals);
    const qsizetype unsureAtFront = before == 0 ? 0 : before + 1;
    const qsizetype sure = (before + bytes.size()) * 8 / 6;
    return whole.mid(unsureAtFront, sure - unsureAtFront);
}

void addEncodings(QVector<QByteArray>& forms, const QByteArray& plain)
{
    for (int before = 0; before < 3; ++before) {
        const QByteArray base64 = base64Inside(plain, before);
        forms << base64 << QByteArray(base64).replace('+', '-').replace('/', '_');
    }
    const QByteArray percent = plain.toPercentEncoding();
    // Of Python's quote_plus(), a path as curl and CMake write it, quote(), and JavaScript's two functions.
    forms << percent << QByteArray(percent).replace("%20", "+") << plain.toPercentEncoding("/:@!$&'()*+,;=")
          << plain.toPercentEncoding("/") << plain.toPercentEncoding("!'()*")
          << plain.toPercentEncoding(";,/?:@&=+$!*'()#") << QByteArray::fromPercentEncoding(plain)
          << plain.toHex();
}

// CMake's messages are broken at blanks, and what follows is indented.
void addBroken(QVector<QByteArray>& forms, const QByteArray& plain)
{
    constexpr int mostBreaks = 20;
    int breaks = 0;
    for (qsizetype at = plain.indexOf(' '); at >= 0 && breaks < mostBreaks; at = plain.indexOf(' ', at + 1)) {
        for (const char* indent : { "\n", "\n  ", "\n    " })
            forms << plain.first(at) + indent + plain.sliced(at + 1);
        ++breaks;
    }
}

// What is secret in a document such as Google's credentials: the values whose names say so, and all below
// them; where they can be had is none.
void addLeaves(QVector<QByteArray>& leaves, const Json& value, bool isSecret)
{
    if (value.is_string() && isSecret) {
        const auto text = QByteArray::fromStdString(value.get<std::string>());
        if (!text.startsWith("https://") && !text.startsWith("http://"))
            leaves << text;
    }
    if (!value.is_structured())
        return;
    for (const auto& [name, child] : value.items())
        addLeaves(
            leaves, child, isSecret || (value.is_object() && namesSecret(QString::fromStdString(name))));
}

// Empty where it is no document, or one that names nothing a secret.
QVector<QByteArray> leavesOf(const QByteArray& secret)
{
    QVector<QByteArray> leaves;
    if (!secret.startsWith('{') && !secret.startsWith('['))
        return leaves;
    if (const auto document = parseJson(secret, QString()))
        addLeaves(leaves, *document, false);
    return leaves;
}

void addEscapes(QVector<QByteArray>& forms, const QByteArray& plain)
{
    const QByteArray json = cEscaped(plain, "\"\\");
    forms << json << QByteArray(json).replace('/', "\\/") << asciiJson(plain) << cEscaped(plain, "'\\");
    forms << backslashed(plain, "\"$`\\") << backslashed(plain, "\"") << backslashed(plain, "\\")
          << shellBackslashed(plain) << backslashed(plain, ";");
    forms << QByteArray(plain).replace('\'', "'\\''") << QByteArray(plain).replace('\'', "'\"'\"'");
    forms << QByteArray(plain).replace('$', "$$") << QByteArray(plain).replace('\n', "\r\n");
    forms << xmlEscaped(plain, "&apos;") << xmlEscaped(plain, "&#39;") << xmlEscaped(plain, "'");
}

}

QVector<QByteArray> plainForms(const QByteArray& secret)
{
    QVector<QByteArray> forms;
    QSet<QByteArray> known;
    const auto add = [&forms, &known](const QByteArray& form) {
        if (form.size() >= shortestSecret && !known.contains(form)) {
            forms << form;
            known << form;
        }
    };
    const QByteArray whole = QByteArray(secret).replace("\r\n", "\n").replace('\r', '\n').trimmed();
    add(whole);
    const QVector<QByteArray> leaves = leavesOf(whole);
    for (const QByteArray& part : leaves.isEmpty() ? QVector<QByteArray> { whole } : leaves) {
        add(part.trimmed());
        for (const QByteArray& line : part.split('\n'))
            add(line.trimmed());
    }
    return forms;
}

QVector<QByteArray> writtenForms(const QByteArray& plain)
{
    QVector<QByteArray> all;
    addEncodings(all, plain);
    addEscapes(all, plain);
    addBroken(all, plain);
    const QString text = QString::fromUtf8(plain);
    all += inSystemCodePages(text);
    QVector<QByteArray> forms;
    for (const QByteArray& form : std::as_const(all)) {
        if (form.size() >= shortestSecret && form != plain && !forms.contains(form))
            forms << form;
    }
    return forms;
}

QVector<QByteArray> base64Tails(const QByteArray& plain)
{
    constexpr qsizetype longest = 256; // of what can be a password or a token
    constexpr qsizetype shortest = 12; // shorter ones are found in other text
    QVector<QByteArray> tails;
    for (int before = 0; plain.size() <= longest && before < 3; ++before) {
        const QByteArray base64 = base64Inside(plain, before);
        for (qsizetype cut = 1; cut < shortestSecret && base64.size() - cut >= shortest; ++cut)
            tails << base64.sliced(cut);
    }
    return tails;
}

}
