// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RegularFile.h"

#include "core/base/Core.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchmason {

namespace {

QString reasonOf(int code)
{
    return QString::fromLocal8Bit(std::strerror(code));
}

}

// It is looked at before, too: merely opening some devices does something.
bool RegularFile::openRegular(OpenMode mode)
{
    const QByteArray path = encodeName(fileName());
    struct stat info { };
    if (::stat(path.constData(), &info) != 0) {
        setErrorString(reasonOf(errno));
        return false;
    }
    int descriptor = -1;
    if (S_ISREG(info.st_mode)) {
        descriptor = ::open(path.constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (descriptor < 0 || ::fstat(descriptor, &info) != 0) {
            setErrorString(reasonOf(errno));
            if (descriptor >= 0)
                ::close(descriptor);
            return false;
        }
    }
    if (S_ISREG(info.st_mode) && QFile::open(descriptor, mode, AutoCloseHandle))
        return true;
    if (!S_ISREG(info.st_mode))
        setErrorString(S_ISDIR(info.st_mode) ? Core::tr("it is a folder")
                                             : Core::tr("it is not a file but a pipe, a socket or a device"));
    if (descriptor >= 0)
        ::close(descriptor);
    return false;
}

qsizetype RegularFile::readPiece(qint64 offset, char* bytes, qsizetype wanted) const
{
    ssize_t size = -1;
    do
        size = ::pread(handle(), bytes, size_t(wanted), offset);
    while (size < 0 && errno == EINTR);
    return size;
}

bool isNoFile(const QString& path)
{
    struct stat info { };
    return ::stat(QFile::encodeName(path).constData(), &info) == 0 && !S_ISREG(info.st_mode);
}

}
