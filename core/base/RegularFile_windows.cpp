// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RegularFile.h"

#include "core/base/Core.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

#include <fcntl.h>
#include <io.h>
#include <qt_windows.h>

namespace torchmason {

namespace {

HANDLE handleOf(const QString& path, DWORD access)
{
    constexpr qsizetype longestPlainPath = 247;
    QString name = QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath());
    if (name.size() > longestPlainPath && !name.startsWith(QLatin1String("\\\\")))
        name.prepend(QLatin1String("\\\\?\\"));
    const std::wstring native = name.toStdWString();
    return CreateFileW(native.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
        nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
}

}

// QFile alone opens without FILE_SHARE_DELETE, so that an attempt could not be deleted while its log is
// shown.
bool RegularFile::openRegular(OpenMode mode)
{
    if (QFileInfo(fileName()).isDir()) {
        setErrorString(Core::tr("it is a folder"));
        return false;
    }
    const HANDLE handle = handleOf(fileName(), GENERIC_READ);
    if (handle == INVALID_HANDLE_VALUE) {
        setErrorString(qt_error_string(int(GetLastError())).trimmed());
        return false;
    }
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        CloseHandle(handle);
        setErrorString(Core::tr("it is not a file but a pipe, a socket or a device"));
        return false;
    }
    const int descriptor = _open_osfhandle(intptr_t(handle), _O_RDONLY | _O_BINARY);
    if (descriptor < 0) {
        CloseHandle(handle);
        setErrorString(Core::tr("the program has too many files open"));
        return false;
    }
    if (QFile::open(descriptor, mode, AutoCloseHandle))
        return true;
    _close(descriptor);
    return false;
}

qsizetype RegularFile::readPiece(qint64 offset, char* bytes, qsizetype wanted) const
{
    constexpr qsizetype most = 64 * 1024 * 1024;
    const auto file = reinterpret_cast<HANDLE>(_get_osfhandle(handle()));
    OVERLAPPED place {};
    place.Offset = DWORD(offset);
    place.OffsetHigh = DWORD(quint64(offset) >> 32);
    DWORD size = 0;
    return ReadFile(file, bytes, DWORD(std::min(wanted, most)), &size, &place) ? qsizetype(size) : -1;
}

bool isNoFile(const QString& path)
{
    if (QFileInfo(path).isDir())
        return true;
    const HANDLE handle = handleOf(path, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    const bool isFile = GetFileType(handle) == FILE_TYPE_DISK;
    CloseHandle(handle);
    return !isFile;
}

}
