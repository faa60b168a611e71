// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"

#include "core/base/CodePages.h"

namespace torchmason {

namespace {

constexpr char escape = '\x1b';

bool isBetween(QByteArrayView bytes, qsizetype at, char first, char last)
{
    return at < bytes.size() && bytes[at] >= first && bytes[at] <= last;
}

}

QString decodeToolText(QByteArrayView bytes)
{
    if (bytes.isValidUtf8())
        return QString::fromUtf8(bytes);
    // On Windows the page of the system: GBK on a Chinese one, CP1252 on a western one.
    const int page = systemCodePage();
    constexpr int utf8 = 65001;
    if (page != utf8) {
        if (const auto text = decodeCodePage(bytes, page))
            return *text;
    }
    return QString::fromLatin1(bytes);
}

qsizetype endOfEscape(QByteArrayView bytes, qsizetype at)
{
    if (!isBetween(bytes, at, ' ', '~'))
        return at;
    switch (bytes[at++]) {
    case '[': // ESC[0;31m
        while (isBetween(bytes, at, ' ', '?'))
            ++at;
        return at + isBetween(bytes, at, '@', '~');
    case ']': // ESC]0;title BEL, or ESC\ in place of BEL
        while (at < bytes.size() && bytes[at] != '\a' && bytes[at] != escape && bytes[at] != '\n')
            ++at;
        if (bytes.sliced(at).startsWith("\x1b\\"))
            return at + 2;
        return at + isBetween(bytes, at, '\a', '\a');
    case '(': // ESC(B
    case ')':
        return at + isBetween(bytes, at, '0', 'Z');
    default: // ESC=
        return at;
    }
}

QByteArray withoutEscapes(QByteArrayView bytes)
{
    QByteArray clean;
    clean.reserve(bytes.size());
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype next = bytes.indexOf(escape, at);
        const qsizetype end = next < 0 ? bytes.size() : next;
        clean.append(bytes.sliced(at, end - at));
        at = next < 0 ? end : endOfEscape(bytes, next + 1);
    }
    return clean;
}

QString plainToolText(QByteArrayView bytes)
{
    return bytes.contains(escape) ? decodeToolText(withoutEscapes(bytes)) : decodeToolText(bytes);
}

QByteArrayView withoutOverwritten(QByteArrayView line)
{
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    const qsizetype overwritten = line.lastIndexOf('\r');
    return overwritten >= 0 ? line.sliced(overwritten + 1) : line;
}

QByteArray shownBytes(QByteArrayView line)
{
    QByteArray bytes = line.contains(escape) ? withoutEscapes(line) : line.toByteArray();
    if (bytes.contains('\t'))
        bytes.replace('\t', "    ");
    for (char& c : bytes) {
        if (c >= 0 && c < ' ')
            c = ' ';
    }
    return bytes;
}

QString shownLineText(QByteArrayView line)
{
    return decodeToolText(shownBytes(withoutOverwritten(line)));
}

}
