// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/GzipFile.h"

#include "core/base/Core.h"
#include "core/base/Units.h"

#include <QFile>

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#ifdef Q_OS_WIN
#include <io.h>
#else
#include <fcntl.h>
#endif

namespace torchmason {

// zlib closes the file that it is given, and QFile wants to close its own.
gzFile_s* gzipOn(int handle, const char* mode)
{
#ifdef Q_OS_WIN
    const int own = ::_dup(handle);
#else
    const int own = ::fcntl(handle, F_DUPFD_CLOEXEC, 0);
#endif
    return own < 0 ? nullptr : gzdopen(own, mode);
}

GzipFile::GzipFile(int handle, qint64 most)
    : m_gzip(gzipOn(handle, "rb"))
    , m_most(most)
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

GzipFile::~GzipFile()
{
    gzclose(m_gzip);
}

qint64 GzipFile::readData(char* data, qint64 most)
{
    if (!m_problem.isEmpty())
        return 0;
    int state = Z_ERRNO;
    const int size = m_gzip
        ? gzread(m_gzip, data, unsigned(std::min<qint64>(most, std::numeric_limits<int>::max())))
        : -1;
    if (m_gzip)
        gzerror(m_gzip, &state);
    if (size < 0 || (state != Z_OK && state != Z_STREAM_END))
        m_problem = state == Z_ERRNO
            ? Core::tr("it cannot be read (%1)").arg(QString::fromLocal8Bit(std::strerror(errno)))
            : state == Z_BUF_ERROR ? Core::tr("it ends in the middle")
                                   : Core::tr("its compressed data is damaged");
    m_bytes += std::max(size, 0);
    if (m_bytes <= m_most)
        return std::max(size, 0);
    setErrorString(Core::tr("unpacked it has more than %1; cut it to the part that matters")
                       .arg(formatBytes(Bytes(m_most))));
    return -1;
}

bool isGzip(QFile& file)
{
    if (file.isSequential()) // what was read of a pipe would be gone
        return false;
    const bool isPacked = file.read(2) == "\x1f\x8b";
    return file.seek(0) && isPacked;
}

}
