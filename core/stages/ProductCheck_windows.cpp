// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"

#include <QDir>
#include <QFileInfo>

#include <windows.h>

namespace torchmason {

namespace {

// As the loader searches for it: beside the library first. Nothing is loaded.
bool isFound(const QString& name, const QString& folder)
{
    // Names of sets of functions, which are no files.
    if (name.startsWith(QLatin1String("api-ms-"), Qt::CaseInsensitive)
        || name.startsWith(QLatin1String("ext-ms-"), Qt::CaseInsensitive))
        return true;
    const std::wstring native = name.toStdWString();
    const std::wstring beside = QDir::toNativeSeparators(folder).toStdWString();
    return SearchPathW(beside.c_str(), native.c_str(), nullptr, 0, nullptr, nullptr) != 0
        || SearchPathW(nullptr, native.c_str(), nullptr, 0, nullptr, nullptr) != 0;
}

// The libraries that a mapped file names itself; those that they name in turn are not looked for.
QStringList importsOf(const char* image)
{
    const auto* dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(image);
    const auto* headers = reinterpret_cast<const IMAGE_NT_HEADERS64*>(image + dos->e_lfanew);
    if (dos->e_magic != IMAGE_DOS_SIGNATURE || headers->Signature != IMAGE_NT_SIGNATURE
        || headers->OptionalHeader.Magic != IMAGE_NT_OPTIONAL_HDR64_MAGIC)
        return {};
    const IMAGE_DATA_DIRECTORY& table = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    if (table.VirtualAddress == 0)
        return {};
    QStringList names;
    const auto* import = reinterpret_cast<const IMAGE_IMPORT_DESCRIPTOR*>(image + table.VirtualAddress);
    for (; import->Name != 0; ++import)
        names << QString::fromLatin1(image + import->Name);
    return names;
}

QStringList missingImports(const QString& path)
{
    const std::wstring native = QDir::toNativeSeparators(path).toStdWString();
    const HMODULE module
        = LoadLibraryExW(native.c_str(), nullptr, LOAD_LIBRARY_AS_DATAFILE | LOAD_LIBRARY_AS_IMAGE_RESOURCE);
    if (!module)
        return {};
    // The lowest bits of the address are flags of the mapping.
    const auto address = reinterpret_cast<quintptr>(module) & ~quintptr(3);
    QStringList missing;
    for (const QString& name : importsOf(reinterpret_cast<const char*>(address))) {
        if (!isFound(name, QFileInfo(path).path()))
            missing << name;
    }
    FreeLibrary(module);
    return missing;
}

bool isOfDriver(const QString& name)
{
    return name.compare(QLatin1String("nvcuda.dll"), Qt::CaseInsensitive) == 0;
}

}

Result<QString> loadLibrary(const QString& path)
{
    // Without a box on the screen, and with the library's own folder searched for what it needs.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    const std::wstring native = QDir::toNativeSeparators(path).toStdWString();
    if (LoadLibraryExW(native.c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH))
        return QStringLiteral("loads");
    const DWORD error = GetLastError();
    const QStringList missing = error == ERROR_MOD_NOT_FOUND ? missingImports(path) : QStringList();
    for (const QString& name : missing) {
        if (!isOfDriver(name))
            return Error { QStringLiteral("%1 is not found").arg(name) };
    }
    if (!missing.isEmpty())
        return Error { QStringLiteral("%1 is not found").arg(missing.first()) };
    return Error { QStringLiteral("Windows error %1").arg(error) };
}

// Windows has no way to check a program without running it.
QStringList programLoadCommand(const QString&)
{
    return {};
}

// The error of loading it names what is missing.
QStringList libraryLoadCommand(const QString&)
{
    return {};
}

}
