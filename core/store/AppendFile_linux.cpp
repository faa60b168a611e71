// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"

#include <QFile>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchmason {

namespace {

Error failure(const QString& path, int code)
{
    return writeError(path, QString::fromLocal8Bit(std::strerror(code)), writeTrouble(unsigned(code)));
}

}

WriteTrouble writeTrouble(unsigned code)
{
    switch (code) {
    case ENOSPC:
        return WriteTrouble::Full;
    case EDQUOT:
        return WriteTrouble::Quota;
    default:
        return WriteTrouble::Other;
    }
}

Result<AppendFile> AppendFile::open(const QString& path)
{
    // A pipe in the file's place would wait for a reader.
    const int descriptor = ::open(
        QFile::encodeName(path).constData(), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno != ENXIO)
        return failure(path, errno);
    struct stat info { };
    if (descriptor < 0 || ::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        if (descriptor >= 0)
            ::close(descriptor);
        return writeError(
            path, QStringLiteral("it is not a file but a pipe, a socket or a device"), WriteTrouble::Other);
    }
    const auto close = [](const int* file) {
        ::close(*file);
        delete file;
    };
    return AppendFile(path, std::shared_ptr<int>(new int(descriptor), close));
}

// One write(2) where the kernel takes all bytes at once, which it does for files unless the disk fills up.
Result<void> AppendFile::write(QByteArrayView bytes)
{
    const int descriptor = *static_cast<const int*>(m_file.get());
    while (!bytes.isEmpty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), size_t(bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failure(m_path, errno);
        bytes = bytes.sliced(count);
    }
    return {};
}

Result<void> AppendFile::sync()
{
    if (::fsync(*static_cast<const int*>(m_file.get())) != 0 && errno != EINVAL && errno != EROFS)
        return failure(m_path, errno);
    return {};
}

}
