// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/LogRedactor.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype blockSize = 1 << 20;
constexpr qsizetype context = 1 << 16;

// As PowerShell appends it: every second byte of ASCII is zero.
bool isUtf16(const QByteArray& line)
{
    const qsizetype zeros = line.count('\0');
    return zeros > 0 && zeros * 4 >= line.size();
}

// By way of UTF-8, so that names beyond ASCII are found. A line feed is two bytes: the second half of the one
// before begins this line.
QByteArray redactedUtf16(QByteArray line, const PrivacyFilter& privacy)
{
    const qsizetype begin = line.startsWith('\0') ? 1 : 0;
    QByteArray text;
    QVector<qsizetype> ends; // of each letter
    for (qsizetype at = begin; at + 1 < line.size(); at += 2) {
        const QChar letter(uchar(line[at]) | uchar(line[at + 1]) << 8);
        text += letter.isSurrogate() ? QByteArray(1, '\1') : QString(letter).toUtf8();
        ends << text.size();
    }
    const QByteArray hidden = privacy.sameLength(text);
    qsizetype from = 0;
    for (qsizetype letter = 0; letter < ends.size(); from = ends[letter++]) {
        const qsizetype size = ends[letter] - from;
        if (hidden.mid(from, size) == text.mid(from, size))
            continue;
        line[begin + 2 * letter] = hidden[from];
        line[begin + 2 * letter + 1] = '\0';
    }
    return line;
}

}

LogRedactor::LogRedactor(const PrivacyFilter& privacy)
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
            passBlock(out);
    }
}

void LogRedactor::passBlock(QByteArray& out)
{
    qsizetype end = m_held.lastIndexOf('\n') + 1;
    const bool isWhole = end > m_seen;
    const QByteArray hidden = redacted(isWhole ? m_held.first(end) : m_held);
    if (!isWhole) // of a line without an end: the last of it stays until more is known
        end = m_held.size() - context;
    out += QByteArrayView(hidden).sliced(m_seen, end - m_seen);
    const qsizetype begin = isWhole ? end : std::max<qsizetype>(0, end - context);
    m_held.remove(0, begin);
    m_seen = end - begin;
}

void LogRedactor::finish(QByteArray& out)
{
    out += QByteArrayView(redacted(m_held)).sliced(m_seen);
    m_held.clear();
    m_seen = 0;
}

QByteArray LogRedactor::redacted(const QByteArray& bytes) const
{
    if (!bytes.contains('\0'))
        return m_privacy.sameLength(bytes);
    QByteArray result;
    for (qsizetype begin = 0; begin < bytes.size();) {
        const qsizetype lineBreak = bytes.indexOf('\n', begin);
        const qsizetype end = lineBreak < 0 ? bytes.size() : lineBreak + 1;
        const QByteArray line = bytes.mid(begin, end - begin);
        result += isUtf16(line) ? redactedUtf16(line, m_privacy) : m_privacy.sameLength(line);
        begin = end;
    }
    return result;
}

std::string sameLength(const std::string& text, const PrivacyFilter& privacy)
{
    return privacy.sameLength(QByteArray::fromStdString(text)).toStdString();
}

}
