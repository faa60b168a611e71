// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineCleaner.h"

#include "core/base/TextDecoding.h"
#include "core/parse/LinePrefix.h"

#include <cstring>

namespace torchmason {

namespace {

bool hasByte(QByteArrayView bytes, char c)
{
    return !bytes.isEmpty() && std::memchr(bytes.data(), c, size_t(bytes.size())) != nullptr;
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
    // At the beginning of a log, and of what PowerShell appends to one.
    if (line.startsWith("\xef\xbb\xbf"))
        line = line.sliced(3);
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
    return withoutLinePrefix(line);
}

}
