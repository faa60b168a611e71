// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/TarArchive.h"

#include "core/base/Core.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype blockSize = 512;
constexpr qint64 largestOctal = (qint64(1) << 33) - 1; // eleven digits
constexpr qint64 mostZeros = 1 << 16; // behind the end; tar itself writes up to 10 KiB

struct Field {
    qsizetype at;
    qsizetype size;
};
// IEEE Std 1003.1, pax, "ustar Interchange Format".
constexpr Field nameField { 0, 100 };
constexpr Field modeField { 100, 8 };
constexpr Field ownerField { 108, 8 };
constexpr Field groupField { 116, 8 };
constexpr Field sizeField { 124, 12 };
constexpr Field timeField { 136, 12 };
constexpr Field sumField { 148, 8 };
constexpr qsizetype typePlace = 156;
constexpr Field magicField { 257, 8 };
constexpr Field prefixField { 345, 155 };

qint64 paddingOf(qint64 size)
{
    return (blockSize - size % blockSize) % blockSize;
}

void put(QByteArray& block, Field field, const QByteArray& text)
{
    block.replace(field.at, text.size(), text);
}

void putNumber(QByteArray& block, Field field, qint64 number)
{
    if (number <= largestOctal)
        return put(block, field, QByteArray::number(number, 8).rightJustified(field.size - 1, '0'));
    block[field.at] = char(0x80); // GNU: the number itself, big-endian
    for (qsizetype at = field.at + field.size - 1; number > 0; --at, number >>= 8)
        block[at] = char(number & 0xff);
}

// The sum of all bytes, those of the field itself counted as blanks.
qint64 sumOf(QByteArray block)
{
    put(block, sumField, QByteArray(sumField.size, ' '));
    qint64 sum = 0;
    for (const char byte : block)
        sum += uchar(byte);
    return sum;
}

QByteArray textIn(const QByteArray& block, Field field)
{
    const QByteArray text = block.mid(field.at, field.size);
    const qsizetype end = text.indexOf('\0');
    return end < 0 ? text : text.left(end);
}

std::optional<qint64> numberIn(const QByteArray& block, Field field)
{
    if (uchar(block[field.at]) != 0x80) {
        bool ok = false;
        const qint64 number = textIn(block, field).trimmed().toLongLong(&ok, 8);
        return ok && number >= 0 ? std::optional(number) : std::nullopt;
    }
    quint64 number = 0;
    for (qsizetype at = field.at + 1; at < field.at + field.size; ++at) {
        if (number >> 54) // beyond any disk
            return std::nullopt;
        number = number << 8 | uchar(block[at]);
    }
    return qint64(number);
}

// Names are told in sentences, which a terminal may show.
bool isPlainText(const QByteArray& name)
{
    return !name.isEmpty()
        && std::all_of(name.begin(), name.end(), [](char byte) { return byte >= ' ' && byte <= '~'; });
}

bool isZero(const QByteArray& block)
{
    return std::all_of(block.begin(), block.end(), [](char byte) { return byte == 0; });
}

unsigned pieceOf(qint64 size)
{
    return unsigned(std::min<qint64>(size, std::numeric_limits<int>::max()));
}

Error writeFailure()
{
    return { QString::fromLocal8Bit(std::strerror(errno)) };
}

}

TarWriter::TarWriter(int handle, qint64 time)
    : m_gzip(gzipOn(handle, "wb"))
    , m_time(time)
{
}

TarWriter::~TarWriter()
{
    gzclose(m_gzip);
}

Result<void> TarWriter::pack(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const unsigned size = pieceOf(bytes.size());
        if (!m_gzip || gzwrite(m_gzip, bytes.data(), size) != int(size))
            return writeFailure();
        bytes = bytes.sliced(qsizetype(size));
    }
    return {};
}

Result<void> TarWriter::begin(const QString& name, qint64 size)
{
    Q_ASSERT(m_left == 0 && name.size() <= nameField.size);
    if (const auto padded = pad(); !padded)
        return padded;
    QByteArray block(blockSize, '\0');
    put(block, nameField, name.toLatin1());
    putNumber(block, modeField, 0644);
    putNumber(block, ownerField, 0);
    putNumber(block, groupField, 0);
    putNumber(block, sizeField, size);
    putNumber(block, timeField, m_time);
    block[typePlace] = '0';
    put(block, magicField,
        QByteArray("ustar\0"
                   "00",
            magicField.size));
    put(block, sumField, QByteArray::number(sumOf(block), 8).rightJustified(6, '0') + '\0' + ' ');
    m_size = m_left = size;
    return pack(block);
}

Result<void> TarWriter::write(QByteArrayView bytes)
{
    Q_ASSERT(bytes.size() <= m_left);
    m_left -= bytes.size();
    return pack(bytes);
}

Result<void> TarWriter::pad()
{
    return pack(QByteArray(paddingOf(m_size), '\0'));
}

Result<void> TarWriter::finish()
{
    Q_ASSERT(m_left == 0);
    if (const auto padded = pad(); !padded)
        return padded;
    if (const auto ended = pack(QByteArray(2 * blockSize, '\0')); !ended)
        return ended;
    return gzclose(std::exchange(m_gzip, nullptr)) == Z_OK ? Result<void>() : writeFailure();
}

TarReader::TarReader(int handle)
    : m_gzip(handle)
{
}

Result<qint64> TarReader::unpack(char* to, qint64 wanted)
{
    const qint64 size = m_gzip.read(to, wanted);
    if (!m_gzip.problem().isEmpty())
        return Error { m_gzip.problem() };
    return std::max<qint64>(0, size);
}

Result<void> TarReader::readBlock(QByteArray& block)
{
    block.resize(blockSize);
    const auto size = unpack(block.data(), block.size());
    if (!size)
        return size.error();
    if (*size != block.size())
        return Error { Core::tr("it ends in the middle") };
    return {};
}

// A second block of zeros, and perhaps more of them.
Result<void> TarReader::readEnd()
{
    QByteArray rest(mostZeros, Qt::Uninitialized);
    const auto size = unpack(rest.data(), rest.size());
    if (!size)
        return size.error();
    if (*size < blockSize || *size == mostZeros || !isZero(rest.left(*size)))
        return Error { Core::tr("its end is not where it should be") };
    return {};
}

Result<std::optional<TarMember>> TarReader::next()
{
    Q_ASSERT(m_left == 0);
    QByteArray block(m_padding, Qt::Uninitialized);
    if (const auto skipped = unpack(block.data(), block.size()); !skipped)
        return skipped.error();
    m_padding = 0;
    if (const auto header = readBlock(block); !header)
        return header.error();
    if (isZero(block)) {
        const auto end = readEnd();
        return end ? Result<std::optional<TarMember>>(std::optional<TarMember>()) : end.error();
    }
    const auto sum = numberIn(block, sumField);
    const auto size = numberIn(block, sizeField);
    if (!block.mid(magicField.at).startsWith("ustar") || sum != sumOf(block) || !size)
        return Error { m_name.isEmpty() ? Core::tr("it does not begin with a file")
                                        : Core::tr("what follows %1 is not a file").arg(m_name) };
    const QByteArray name = textIn(block, nameField);
    if (!isPlainText(name))
        return Error { Core::tr("it holds a file whose name is not plain text") };
    m_name = QString::fromLatin1(name);
    const char type = block[typePlace];
    if ((type != '0' && type != '\0') || block[prefixField.at] != 0)
        return Error { Core::tr("\"%1\" in it is not a regular file").arg(m_name) };
    m_left = *size;
    m_padding = paddingOf(m_left);
    return std::optional(TarMember { m_name, m_left });
}

Result<qint64> TarReader::read(char* to, qint64 wanted)
{
    const auto size = unpack(to, std::min(wanted, m_left));
    if (!size)
        return size.error();
    if (*size == 0 && m_left > 0 && wanted > 0)
        return Error { Core::tr("it ends in %1").arg(m_name) };
    m_left -= *size;
    return size;
}

}
