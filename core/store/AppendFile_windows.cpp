// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"

#include <QDir>

#include <qt_windows.h>

namespace torchmason {

namespace {

constexpr unsigned diskQuotaExceeded = 1295; // ERROR_DISK_QUOTA_EXCEEDED, which mingw 10 does not name

Error failure(const QString& path, DWORD code)
{
    return writeError(path, qt_error_string(int(code)).trimmed(), writeTrouble(code));
}

}

// Windows makes this code of STATUS_DISK_QUOTA_EXCEEDED, as servers answer. NTFS says itself of a used up
// quota that the disk is full. ERROR_NOT_ENOUGH_QUOTA is said of memory, too.
WriteTrouble writeTrouble(unsigned code)
{
    switch (code) {
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return WriteTrouble::Full;
    case diskQuotaExceeded:
        return WriteTrouble::Quota;
    default:
        return WriteTrouble::Other;
    }
}

Result<AppendFile> AppendFile::open(const QString& path)
{
    const std::wstring native = QDir::toNativeSeparators(path).toStdWString();
    const HANDLE opened = CreateFileW(native.c_str(), FILE_APPEND_DATA,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
        nullptr);
    if (opened == INVALID_HANDLE_VALUE)
        return failure(path, GetLastError());
    return AppendFile(path, std::shared_ptr<void>(opened, &CloseHandle));
}

Result<void> AppendFile::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        DWORD count = 0;
        if (!WriteFile(m_file.get(), bytes.data(), DWORD(bytes.size()), &count, nullptr))
            return failure(m_path, GetLastError());
        bytes = bytes.sliced(qsizetype(count));
    }
    return {};
}

Result<void> AppendFile::sync()
{
    if (!FlushFileBuffers(m_file.get()))
        return failure(m_path, GetLastError());
    return {};
}

}
