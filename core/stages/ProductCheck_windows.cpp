// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"

#include <QDir>

#include <windows.h>

namespace torchmason {

Result<QString> loadLibrary(const QString& path)
{
    // Without a box on the screen, and with the library's own folder searched for what it needs.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    const std::wstring native = QDir::toNativeSeparators(path).toStdWString();
    if (LoadLibraryExW(native.c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH))
        return QStringLiteral("loads");
    return Error { QStringLiteral("Windows error %1").arg(GetLastError()) };
}

// A program can only be tried by running it, which nobody asked for.
QStringList programLoadCommand(const QString&)
{
    return {};
}

}
