// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/LogRedactor.h"

#include "core/base/CodePages.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype blockSize = 1 << 20;
constexpr qsizetype context = 1 << 16;

bool isLetterOfAscii(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

// Not where it is a part of a word of ASCII letters; what bytes above them are, nobody knows here.
void fill(QByteArray& bytes, const QByteArray& name)
{
    for (qsizetype at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.size())) {
        const qsizetype end = at + name.size();
        const bool goesOn = (at > 0 && isLetterOfAscii(bytes[at - 1]) && isLetterOfAscii(name.front()))
            || (end < bytes.size() && isLetterOfAscii(bytes[end]) && isLetterOfAscii(name.back()));
        if (!goesOn)
            std::fill(bytes.begin() + at, bytes.begin() + end, 'x');
    }
}

// What a code page lacks becomes a question mark there.
QVector<QByteArray> namesInSystemCodePages(const PrivateNames& names)
{
    QVector<QByteArray> found;
    for (const QString& name : names.users + names.hosts) {
        if (name.toLatin1() == name.toUtf8() || tellsNothing(name)) // ASCII
            continue;
        for (const QByteArray& bytes : inSystemCodePages(name)) {
            if (!bytes.contains('?'))
                found << bytes;
        }
    }
    return found;
}

bool isRestOfLetter(char byte)
{
    return (uchar(byte) & 0xc0) == 0x80;
}

// Where the letter of UTF-8 begins that this byte belongs to.
qsizetype beginOfLetter(QByteArrayView bytes, qsizetype at)
{
    for (int back = 0; back < 3 && at > 0 && isRestOfLetter(bytes[at]); ++back)
        --at;
    return at;
}

}

Privacy privacyOf(const PrivateNames& names)
{
    return { PrivacyFilter(names), namesInSystemCodePages(names) };
}

Privacy onlySecrets()
{
    return { PrivacyFilter::secretsOnly(), {} };
}

LogRedactor::LogRedactor(const Privacy& privacy)
    : m_privacy(privacy)
{
}

void LogRedactor::add(QByteArrayView bytes, QByteArray& out)
{
    while (!bytes.isEmpty()) {
        const qsizetype size = std::min(bytes.size(), blockSize + m_seen - m_held.size());
        m_held.append(bytes.first(size));
        bytes = bytes.sliced(size);
        if (m_held.size() - m_seen >= blockSize)
            passLines(out);
    }
}

void LogRedactor::passLines(QByteArray& out)
{
    const qsizetype end = m_held.lastIndexOf('\n') + 1;
    if (end <= m_seen)
        return passPiece(out);
    out += QByteArrayView(redacted(QByteArrayView(m_held).first(end))).sliced(m_seen);
    m_held.remove(0, end);
    m_seen = 0;
}

// Of a line without an end: the last of it stays until more is known.
void LogRedactor::passPiece(QByteArray& out)
{
    const QByteArrayView whole = QByteArrayView(m_held).first(beginOfLetter(m_held, m_held.size() - 1));
    const qsizetype end = beginOfLetter(m_held, whole.size() - context);
    out += QByteArrayView(redacted(whole)).sliced(m_seen, end - m_seen);
    const qsizetype begin = beginOfLetter(m_held, end - context);
    m_held.remove(0, begin);
    m_seen = end - begin;
}

void LogRedactor::finish(QByteArray& out)
{
    out += QByteArrayView(redacted(m_held)).sliced(m_seen);
    m_held.clear();
    m_seen = 0;
}

QByteArray LogRedactor::redacted(QByteArrayView bytes) const
{
    if (!bytes.contains('\0') && bytes.isValidUtf8())
        return redacted(bytes, ByteText::Form::Utf8);
    QByteArray result;
    while (!bytes.isEmpty()) {
        const qsizetype lineBreak = bytes.indexOf('\n');
        const QByteArrayView line = bytes.first(lineBreak < 0 ? bytes.size() : lineBreak + 1);
        result += redacted(line, ByteText::formOf(line));
        bytes = bytes.sliced(line.size());
    }
    return result;
}

QByteArray LogRedactor::redacted(QByteArrayView bytes, ByteText::Form form) const
{
    QByteArray known = bytes.toByteArray();
    if (form == ByteText::Form::Other) {
        for (const QByteArray& name : m_privacy.foreignNames)
            fill(known, name);
    }
    const ByteText text(known, form);
    const QString changed = m_privacy.filter.sameLength(text.text());
    return changed == text.text() ? known : text.with(changed);
}

std::string sameLength(const std::string& text, const Privacy& privacy)
{
    LogRedactor redactor(privacy);
    QByteArray out;
    redactor.add(QByteArrayView(text.data(), qsizetype(text.size())), out);
    redactor.finish(out);
    return out.toStdString();
}

}
