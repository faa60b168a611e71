// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"

#include <QDir>

#include <qt_windows.h>

namespace torchmason {

struct AppendFile::Handle {
    QString path;
    HANDLE file = INVALID_HANDLE_VALUE;
    ~Handle() { CloseHandle(file); }
};

namespace {

Error failure(const QString& path, DWORD code)
{
    return writeError(path, qt_error_string(int(code)).trimmed(),
        code == ERROR_DISK_FULL || code == ERROR_HANDLE_DISK_FULL);
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
    const std::wstring native = QDir::toNativeSeparators(path).toStdWString();
    const HANDLE opened = CreateFileW(native.c_str(), FILE_APPEND_DATA,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
        nullptr);
    if (opened == INVALID_HANDLE_VALUE)
        return failure(path, GetLastError());
    auto handle = std::make_unique<Handle>();
    handle->path = path;
    handle->file = opened;
    AppendFile file(std::move(handle));
    file.m_torn = endsInsideLine(path);
    return file;
}

Result<void> AppendFile::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        DWORD count = 0;
        if (!WriteFile(m_handle->file, bytes.data(), DWORD(bytes.size()), &count, nullptr))
            return failure(m_handle->path, GetLastError());
        bytes = bytes.sliced(qsizetype(count));
    }
    return {};
}

Result<void> AppendFile::sync()
{
    if (!FlushFileBuffers(m_handle->file))
        return failure(m_handle->path, GetLastError());
    return {};
}

}
