// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/LogRedactor.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype blockSize = 1 << 20;

// As PowerShell appends it: every second byte of ASCII is zero.
bool isUtf16(const QByteArray& line)
{
    const qsizetype zeros = line.count('\0');
    return zeros > 0 && zeros * 4 >= line.size();
}

QByteArray redactedUtf16(QByteArray line, const PrivacyFilter& privacy)
{
    const QByteArray hidden = privacy.sameLength(QByteArray(line).replace('\0', ""));
    const char* next = hidden.constData();
    for (char& byte : line) {
        if (byte)
            byte = *next++;
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
    m_held.append(bytes);
    while (m_held.size() >= blockSize) {
        qsizetype end = m_held.lastIndexOf('\n') + 1;
        if (end == 0)
            end = m_held.lastIndexOf(' ') + 1;
        if (end == 0)
            end = m_held.size();
        out += redacted(m_held.first(end));
        m_held.remove(0, end);
    }
}

void LogRedactor::finish(QByteArray& out)
{
    out += redacted(m_held);
    m_held.clear();
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
