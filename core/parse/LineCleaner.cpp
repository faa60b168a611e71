// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineCleaner.h"

#include "core/base/TextDecoding.h"

#include <cstring>

namespace torchmason {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool hasByte(QByteArrayView bytes, char c)
{
    return !bytes.isEmpty() && std::memchr(bytes.data(), c, size_t(bytes.size())) != nullptr;
}

// 'd' stands for a digit, everything else for itself.
bool looksLike(QByteArrayView bytes, const char* pattern)
{
    for (qsizetype i = 0; pattern[i]; ++i) {
        if (i >= bytes.size() || (pattern[i] == 'd' ? !isDigit(bytes[i]) : bytes[i] != pattern[i]))
            return false;
    }
    return true;
}

// 2025-03-09T08:11:01.4358834Z   [2025-03-09T08:11:01.435Z]   2025-03-09 08:11:01,435
QByteArrayView withoutDate(QByteArrayView line)
{
    const qsizetype start = line.startsWith('[') ? 1 : 0;
    QByteArrayView rest = line.sliced(start);
    if (!looksLike(rest, "dddd-dd-dd") || rest.size() < 19 || !looksLike(rest.sliced(11), "dd:dd:dd"))
        return line;
    qsizetype end = 19;
    while (end < rest.size() && (isDigit(rest[end]) || std::strchr(".,Z+:]", rest[end])))
        ++end;
    rest = rest.sliced(end);
    return rest.startsWith(' ') ? rest.sliced(1) : rest;
}

// "[08:11:01] text" and "08:11:01 text"
QByteArrayView withoutTime(QByteArrayView line)
{
    if (looksLike(line, "dd:dd:dd "))
        return line.sliced(9);
    return looksLike(line, "[dd:dd:dd] ") ? line.sliced(11) : line;
}

// "#24 15.58 text": Docker's step and seconds.
QByteArrayView withoutDockerStep(QByteArrayView line)
{
    qsizetype at = 1;
    while (at < line.size() && isDigit(line[at]))
        ++at;
    const qsizetype seconds = at + 1;
    if (at == 1 || seconds >= line.size() || line[at] != ' ' || !isDigit(line[seconds]))
        return line;
    at = seconds;
    while (at < line.size() && (isDigit(line[at]) || line[at] == '.'))
        ++at;
    return at < line.size() && line[at] == ' ' ? line.sliced(at + 1) : line;
}

QByteArrayView withoutStamp(QByteArrayView line)
{
    if (line.isEmpty())
        return line;
    if (line[0] == '#') {
        if (line.startsWith("##[error]"))
            return line.sliced(9);
        return withoutDockerStep(line);
    }
    if (!isDigit(line[0]) && line[0] != '[')
        return line;
    const QByteArrayView undated = withoutDate(line);
    if (undated.size() == line.size())
        return withoutTime(line);
    return undated.startsWith("##[error]") ? undated.sliced(9) : undated;
}

// What stays visible when a terminal program wrote over its own line.
QByteArrayView lastOverwrite(QByteArrayView line)
{
    const qsizetype at = line.lastIndexOf('\r');
    return at < 0 ? line : line.sliced(at + 1);
}

}

QByteArrayView LineCleaner::clean(QByteArrayView line)
{
    if (line.size() > longestLine)
        line = line.first(longestLine);
    while (!line.isEmpty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\n'))
        line.chop(1);
    if (hasByte(line, '\x1b')) {
        m_buffer = withoutEscapes(line);
        line = m_buffer;
    }
    if (hasByte(line, '\r'))
        line = lastOverwrite(line);
    return withoutStamp(line);
}

}
