// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/GzipStream.h"

#include <QIODevice>

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace torchmason {

namespace {

constexpr qsizetype pieceSize = 1 << 16;
constexpr int gzipWindow = 15 + 16; // the largest one, and gzip's header around it
constexpr int memoryLevel = 8; // zlib's default

const Bytef* bytesOf(QByteArrayView view)
{
    return reinterpret_cast<const Bytef*>(view.data());
}

uInt sizeOf(qint64 size)
{
    return uInt(std::min<qint64>(size, std::numeric_limits<int>::max()));
}

}

void GzipWriter::End::operator()(z_stream_s* stream) const
{
    deflateEnd(stream);
    delete stream;
}

GzipWriter::GzipWriter(QIODevice& device)
    : m_device(device)
    , m_stream(new z_stream_s {})
    , m_packed(pieceSize, Qt::Uninitialized)
{
    if (deflateInit2(
            m_stream.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, memoryLevel, Z_DEFAULT_STRATEGY)
        != Z_OK)
        throw std::bad_alloc();
}

Result<void> GzipWriter::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const QByteArrayView piece = bytes.first(qsizetype(sizeOf(bytes.size())));
        if (const auto packed = pack(piece, Z_NO_FLUSH); !packed)
            return packed;
        bytes = bytes.sliced(piece.size());
    }
    return {};
}

Result<void> GzipWriter::finish()
{
    return pack({}, Z_FINISH);
}

Result<void> GzipWriter::pack(QByteArrayView bytes, int flush)
{
    m_stream->next_in = bytesOf(bytes);
    m_stream->avail_in = sizeOf(bytes.size());
    do {
        m_stream->next_out = reinterpret_cast<Bytef*>(m_packed.data());
        m_stream->avail_out = uInt(m_packed.size());
        deflate(m_stream.get(), flush);
        const qint64 made = m_packed.size() - qint64(m_stream->avail_out);
        if (m_device.write(m_packed.constData(), made) != made)
            return Error { m_device.errorString() };
    } while (m_stream->avail_out == 0);
    return {};
}

void GzipReader::End::operator()(z_stream_s* stream) const
{
    inflateEnd(stream);
    delete stream;
}

GzipReader::GzipReader(QIODevice& device)
    : m_device(device)
    , m_stream(new z_stream_s {})
{
    if (inflateInit2(m_stream.get(), gzipWindow) != Z_OK)
        throw std::bad_alloc();
}

Result<void> GzipReader::fill()
{
    m_packed.resize(pieceSize);
    const qint64 size = m_device.read(m_packed.data(), m_packed.size());
    if (size < 0)
        return Error { QStringLiteral("it cannot be read (%1)").arg(m_device.errorString()) };
    if (size == 0)
        return Error { QStringLiteral("it ends in the middle, after %1 bytes").arg(m_device.pos()) };
    m_stream->next_in = bytesOf(m_packed);
    m_stream->avail_in = sizeOf(size);
    return {};
}

Result<void> GzipReader::checkEnd()
{
    char more = 0;
    if (m_stream->avail_in > 0 || m_device.read(&more, 1) > 0)
        return Error { QStringLiteral("something follows its end") };
    return {};
}

Result<qint64> GzipReader::read(char* to, qint64 wanted)
{
    m_stream->next_out = reinterpret_cast<Bytef*>(to);
    m_stream->avail_out = sizeOf(wanted);
    const qint64 room = m_stream->avail_out;
    while (!m_ended && m_stream->avail_out > 0) {
        if (m_stream->avail_in == 0) {
            if (const auto filled = fill(); !filled)
                return filled.error();
        }
        const int state = inflate(m_stream.get(), Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END)
            return Error { QStringLiteral("what is packed in it is broken near byte %1")
                               .arg(m_device.pos() - qint64(m_stream->avail_in)) };
        m_ended = state == Z_STREAM_END;
        if (const auto end = m_ended ? checkEnd() : Result<void>(); !end)
            return end.error();
    }
    return room - qint64(m_stream->avail_out);
}

}
