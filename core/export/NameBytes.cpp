// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/NameBytes.h"

#include "core/base/CodePages.h"
#include "core/redact/PrivacyFilter.h"

#include <array>
#include <optional>

namespace torchmason {

namespace {

// Chinese, Taiwan's, Japanese, Korean; then those of one byte a letter, console and programs: western and
// central Europe, Cyrillic, Greek, Turkish, Hebrew, Arabic, Baltic, Thai, Vietnamese.
constexpr std::array widePages { 936, 950, 932, 949 };
constexpr std::array narrowPages { 850, 1252, 852, 1250, 866, 1251, 737, 1253, 857, 1254, 862, 1255, 720,
    1256, 775, 1257, 874, 1258 };

bool isAscii(const QString& text)
{
    return text.toLatin1() == text.toUtf8();
}

std::optional<QByteArray> narrowLetter(QChar letter, int page)
{
    for (int byte = 0x80; byte <= 0xff; ++byte) {
        const QByteArray bytes(1, char(byte));
        if (decodeCodePage(bytes, page) == QString(letter))
            return bytes;
    }
    return std::nullopt;
}

// There is no table for this way round, so that all pairs are tried: some milliseconds.
std::optional<QByteArray> wideLetter(QChar letter, int page)
{
    QByteArray bytes(2, '\0');
    for (int lead = 0x81; lead <= 0xfe; ++lead) {
        bytes[0] = char(lead);
        for (int trail = 0x40; trail <= 0xfe; ++trail) {
            bytes[1] = char(trail);
            if (decodeCodePage(bytes, page) == QString(letter))
                return bytes;
        }
    }
    return std::nullopt;
}

template <typename Letter> std::optional<QByteArray> inPage(const QString& name, int page, Letter letterIn)
{
    QByteArray bytes;
    for (const QChar letter : name) {
        const auto found = letter < QChar(0x80) ? QByteArray(1, letter.toLatin1()) : letterIn(letter, page);
        if (!found)
            return std::nullopt;
        bytes += *found;
    }
    return bytes;
}

}

QVector<QByteArray> namesInCodePages(const PrivateNames& names)
{
    QVector<QByteArray> found;
    const auto add = [&found](const std::optional<QByteArray>& bytes) {
        if (bytes && !found.contains(*bytes))
            found.append(*bytes);
    };
    for (const QString& name : names.users + names.hosts) {
        if (isAscii(name) || tellsNothing(name))
            continue;
        for (const int page : widePages)
            add(inPage(name, page, wideLetter));
        for (const int page : narrowPages)
            add(inPage(name, page, narrowLetter));
    }
    return found;
}

}
