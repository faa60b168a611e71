// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/FolderAbilities.h"

#include <QDir>
#include <QFile>

#include <windows.h>

namespace torchmason {

namespace {

// Windows 10 and later, with the developer mode; older headers do not name it.
constexpr DWORD allowUnprivileged = 0x2;

}

bool canMakeLink(const QString& folder)
{
    const QString link = QDir::toNativeSeparators(folder + QStringLiteral("/link"));
    QFile::remove(link); // the folder may be asked for under two names
    return CreateSymbolicLinkW(reinterpret_cast<const wchar_t*>(link.utf16()), L"Tried.h", allowUnprivileged);
}

// A copy of one of the system's own that only prints who is logged in.
QString makeProgram(const QString& folder)
{
    const QString path = folder + QStringLiteral("/tried.exe");
    QFile::copy(qEnvironmentVariable("SystemRoot", QStringLiteral("C:/Windows"))
            + QStringLiteral("/System32/whoami.exe"),
        path);
    return path;
}

}
