// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"

#include <QDir>

#include <qt_windows.h>

namespace torchmason {

namespace {

Error failure(const QString& path, DWORD code)
{
    const bool isFull = code == ERROR_DISK_FULL || code == ERROR_HANDLE_DISK_FULL; // also by a quota of NTFS
    return writeError(
        path, qt_error_string(int(code)).trimmed(), isFull ? WriteTrouble::Full : WriteTrouble::Other);
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
