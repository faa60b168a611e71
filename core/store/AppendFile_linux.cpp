// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"

#include <QFile>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace torchmason {

struct AppendFile::Handle {
    QString path;
    int descriptor = -1;
    ~Handle() { ::close(descriptor); }
};

namespace {

Error failure(const QString& path, int code)
{
    return writeError(path, QString::fromLocal8Bit(std::strerror(code)), code == ENOSPC || code == EDQUOT);
}

}

AppendFile::AppendFile(std::unique_ptr<Handle> handle)
    : m_handle(std::move(handle))
{
}
AppendFile::AppendFile(AppendFile&&) noexcept = default;
AppendFile& AppendFile::operator=(AppendFile&&) noexcept = default;
AppendFile::~AppendFile() = default;

Result<AppendFile> AppendFile::open(const QString& path)
{
    const int descriptor
        = ::open(QFile::encodeName(path).constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return failure(path, errno);
    auto handle = std::make_unique<Handle>();
    handle->path = path;
    handle->descriptor = descriptor;
    AppendFile file(std::move(handle));
    file.m_torn = endsInsideLine(path);
    return file;
}

// One write(2) where the kernel takes all bytes at once, which it does for files unless the disk fills up.
Result<void> AppendFile::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t count = ::write(m_handle->descriptor, bytes.data(), size_t(bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failure(m_handle->path, errno);
        bytes = bytes.sliced(count);
    }
    return {};
}

Result<void> AppendFile::sync()
{
    if (::fsync(m_handle->descriptor) != 0 && errno != EINVAL && errno != EROFS)
        return failure(m_handle->path, errno);
    return {};
}

}
