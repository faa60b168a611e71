// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"

#include "core/base/CodePages.h"

#include <QStringDecoder>

namespace torchmason {

namespace {

constexpr char escape = '\x1b';

bool isBetween(QByteArrayView bytes, qsizetype at, char first, char last)
{
    return at < bytes.size() && bytes[at] >= first && bytes[at] <= last;
}

// Where the sequence ends whose escape byte stands before `at`. One that was torn ends with its line.
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

bool isValidUtf8(QByteArrayView bytes)
{
    QStringDecoder utf8(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = utf8.decode(bytes);
    return !utf8.hasError();
}

}

QString decodeToolText(QByteArrayView bytes)
{
    if (isValidUtf8(bytes))
        return QString::fromUtf8(bytes);
    // On Windows the page of the system: GBK on a Chinese one, CP1252 on a western one.
    static const int page = systemCodePage();
    constexpr int utf8 = 65001;
    if (page != utf8) {
        if (const auto text = decodeCodePage(bytes, page))
            return *text;
    }
    return QString::fromLatin1(bytes);
}

QByteArray withoutEscapes(QByteArrayView bytes)
{
    QByteArray clean;
    clean.reserve(bytes.size());
    qsizetype at = 0;
    while (at < bytes.size()) {
        if (bytes[at] == escape)
            at = endOfEscape(bytes, at + 1);
        else
            clean.append(bytes[at++]);
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
