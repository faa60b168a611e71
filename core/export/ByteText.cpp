// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ByteText.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr char16_t noLetter = 0xe000; // private use: in no class of letters
constexpr char16_t escape = 0x1b;

bool isBetween(const QString& text, qsizetype at, char16_t first, char16_t last)
{
    return at < text.size() && text[at] >= QChar(first) && text[at] <= QChar(last);
}

// Where the sequence ends whose escape sign stands before `at`. Titles and links (ESC]) hold text that is to
// be read, so only their signs count.
qsizetype endOfEscape(const QString& text, qsizetype at)
{
    if (!isBetween(text, at, u' ', u'~'))
        return at;
    const QChar kind = text[at++];
    if (kind == u'(' || kind == u')')
        return at + isBetween(text, at, u'0', u'Z');
    if (kind != u'[')
        return at;
    while (isBetween(text, at, u' ', u'?'))
        ++at;
    return at + isBetween(text, at, u'@', u'~');
}

int lengthOf(uchar lead)
{
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

}

ByteText::Form ByteText::formOf(QByteArrayView line)
{
    const auto zeros = std::count(line.begin(), line.end(), '\0');
    if (zeros > 0 && zeros * 4 >= line.size())
        return Form::Utf16;
    return line.isValidUtf8() ? Form::Utf8 : Form::Other;
}

ByteText::ByteText(QByteArrayView bytes, Form form)
    : m_bytes(bytes)
    , m_form(form)
{
    switch (form) {
    case Form::Utf8:
        m_begin = bytes.startsWith("\xef\xbb\xbf") ? 3 : 0;
        m_text = QString::fromUtf8(bytes.sliced(m_begin));
        break;
    case Form::Utf16:
        readUtf16();
        break;
    case Form::Other:
        readOther();
        break;
    }
    hideEscapes();
}

// A line feed is two bytes there, so that the second half of the one before begins this line.
void ByteText::readUtf16()
{
    if (m_bytes.startsWith('\0'))
        m_begin = 1;
    if (m_bytes.sliced(m_begin).startsWith("\xff\xfe"))
        m_begin += 2;
    const qsizetype size = (m_bytes.size() - m_begin) / 2;
    m_text.resize(size);
    for (qsizetype i = 0; i < size; ++i) {
        const qsizetype at = m_begin + 2 * i;
        const QChar letter(uchar(m_bytes[at]) | uchar(m_bytes[at + 1]) << 8);
        m_text[i] = letter.isSurrogate() ? QChar(noLetter) : letter; // half of one would end all searching
    }
}

void ByteText::readOther()
{
    m_text.resize(m_bytes.size());
    for (qsizetype i = 0; i < m_bytes.size(); ++i) {
        const uchar byte = uchar(m_bytes[i]);
        m_text[i] = byte < 0x80 ? QChar(byte) : QChar(noLetter + byte);
    }
}

void ByteText::hideEscapes()
{
    for (qsizetype at = m_text.indexOf(QChar(escape)); at >= 0; at = m_text.indexOf(QChar(escape), at)) {
        const qsizetype end = endOfEscape(m_text, at + 1);
        std::fill(m_text.begin() + at, m_text.begin() + end, QChar(noLetter));
        at = end;
    }
}

QByteArray ByteText::with(const QString& changed) const
{
    Q_ASSERT(changed.size() == m_text.size());
    QByteArray bytes = m_bytes.toByteArray();
    if (m_form == Form::Utf8) {
        changeUtf8(changed, bytes);
        return bytes;
    }
    const qsizetype width = m_form == Form::Utf16 ? 2 : 1;
    for (qsizetype i = 0; i < changed.size(); ++i) {
        if (changed[i] == m_text[i])
            continue;
        bytes[m_begin + width * i] = changed[i].toLatin1();
        if (width == 2)
            bytes[m_begin + width * i + 1] = 0;
    }
    return bytes;
}

// A letter of several bytes becomes as many signs.
void ByteText::changeUtf8(const QString& changed, QByteArray& bytes) const
{
    qsizetype at = m_begin;
    for (qsizetype i = 0; i < changed.size();) {
        const int length = lengthOf(uchar(m_bytes[at]));
        if (changed[i] != m_text[i]) {
            bytes[at] = changed[i].toLatin1();
            std::fill(bytes.begin() + at + 1, bytes.begin() + at + length, 'x');
        }
        at += length;
        i += length == 4 ? 2 : 1;
    }
}

}
