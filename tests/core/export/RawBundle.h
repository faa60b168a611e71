// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QTemporaryFile>
#include <QVector>

#include <zlib.h>

// Bundles as somebody else would make them, well or badly: no code of the program's own writes them.
namespace torchmason {

struct RawMember {
    QByteArray name;
    QByteArray content;
    char type = '0';
    qint64 saidSize = -1; // where it is not the content's
};

// What octal digits cannot tell GNU tar writes as it is, big-endian.
inline QByteArray gnuNumber(qint64 number)
{
    QByteArray bytes(12, '\0');
    bytes[0] = char(0x80);
    for (qsizetype at = bytes.size() - 1; number > 0; --at, number >>= 8)
        bytes[at] = char(number & 0xff);
    return bytes;
}

inline QByteArray tarHeader(const RawMember& member)
{
    const auto octal = [](qint64 number, int digits) {
        return QByteArray::number(number, 8).rightJustified(digits, '0') + '\0';
    };
    QByteArray block(512, '\0');
    const auto put = [&block](int at, const QByteArray& text) { block.replace(at, text.size(), text); };
    put(0, member.name);
    put(100, octal(0644, 7));
    put(108, octal(0, 7));
    put(116, octal(0, 7));
    const qint64 size = member.saidSize < 0 ? member.content.size() : member.saidSize;
    put(124, size >> 33 ? gnuNumber(size) : octal(size, 11));
    put(136, octal(0, 11));
    put(148, QByteArray(8, ' '));
    block[156] = member.type;
    put(157, member.type == '1' || member.type == '2' ? QByteArray("/etc/passwd") : QByteArray());
    put(257,
        QByteArray("ustar\0"
                   "00",
            8));
    int sum = 0;
    for (const char byte : std::as_const(block))
        sum += uchar(byte);
    put(148, QByteArray::number(sum, 8).rightJustified(6, '0') + '\0');
    return block;
}

inline QByteArray tarOf(const QVector<RawMember>& members)
{
    QByteArray tar;
    for (const RawMember& member : members)
        tar += tarHeader(member) + member.content
            + QByteArray((512 - member.content.size() % 512) % 512, '\0');
    return tar + QByteArray(1024, '\0');
}

inline QByteArray packed(const QByteArray& bytes)
{
    QTemporaryFile file;
    if (!file.open())
        qFatal("a temporary file cannot be made");
    file.close();
    const gzFile gzip = gzopen(QFile::encodeName(file.fileName()).constData(), "wb");
    const bool isWritten = gzwrite(gzip, bytes.constData(), unsigned(bytes.size())) == bytes.size();
    if (gzclose(gzip) != Z_OK || !isWritten || !file.open())
        qFatal("a temporary file cannot be written");
    return file.readAll();
}

inline QByteArray unpacked(const QByteArray& bytes)
{
    QTemporaryFile file;
    if (!file.open() || file.write(bytes) != bytes.size() || !file.flush())
        qFatal("a temporary file cannot be written");
    const gzFile gzip = gzopen(QFile::encodeName(file.fileName()).constData(), "rb");
    QByteArray result;
    QByteArray piece(1 << 16, Qt::Uninitialized);
    for (;;) {
        const int size = gzread(gzip, piece.data(), unsigned(piece.size()));
        if (size < 0)
            qFatal("this is not packed with gzip");
        if (size == 0)
            break;
        result += piece.left(size);
    }
    gzclose(gzip);
    return result;
}

inline RawMember headMember(int version = 1, bool isUnfinished = false)
{
    Json head = { { "torchmason-bundle", version }, { "program", "0.1.0" }, { "made", 1 }, { "attempt", 12 },
        { "platform", "linux" } };
    if (isUnfinished)
        head["unfinished"] = true;
    return { "bundle.json", compactJson(head) };
}

inline RawMember contentsOf(const QVector<RawMember>& files)
{
    Json list = Json::array();
    for (const RawMember& file : files)
        list.push_back({ { "name", file.name.toStdString() }, { "bytes", file.content.size() },
            { "sha256",
                QCryptographicHash::hash(file.content, QCryptographicHash::Sha256).toHex().toStdString() } });
    return { "contents.json", compactJson({ { "files", list } }) };
}

inline QByteArray bundleOf(const QVector<RawMember>& files)
{
    return packed(tarOf(QVector<RawMember> { headMember() } + files + QList { contentsOf(files) }));
}

}
