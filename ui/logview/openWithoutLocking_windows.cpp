// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/openWithoutLocking.h"

#include <QDir>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace torchmason {

// QFile alone opens without FILE_SHARE_DELETE, so that an attempt could not be deleted while its log is
// shown.
bool openWithoutLocking(QFile& file, const QString& path)
{
    const QString native = QDir::toNativeSeparators(path);
    const HANDLE handle = CreateFileW(reinterpret_cast<const wchar_t*>(native.utf16()), GENERIC_READ,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL,
        nullptr);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    const int descriptor = _open_osfhandle(intptr_t(handle), _O_RDONLY | _O_BINARY);
    if (descriptor < 0) {
        CloseHandle(handle);
        return false;
    }
    file.setFileName(path);
    if (file.open(descriptor, QIODevice::ReadOnly | QIODevice::Unbuffered, QFileDevice::AutoCloseHandle))
        return true;
    _close(descriptor);
    return false;
}

}
