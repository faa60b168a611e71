// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FolderRemoval.h"

#include "core/stages/FolderMark.h"

#include <QDir>

#include <optional>
#include <string>
#include <utility>

#include <windows.h>

namespace torchmason {

namespace {

// Virus scanners and indexers hold fresh files open for a moment.
constexpr int removeAttempts = 10;
constexpr DWORD removePause = 50; // milliseconds

// The form that takes paths over 260 characters.
std::wstring longPath(const QString& path)
{
    const QString native = QDir::toNativeSeparators(QDir::cleanPath(path));
    if (native.startsWith(QLatin1String("\\\\?\\")))
        return native.toStdWString();
    if (native.startsWith(QLatin1String("\\\\")))
        return (QStringLiteral("\\\\?\\UNC\\") + native.mid(2)).toStdWString();
    return (QStringLiteral("\\\\?\\") + native).toStdWString();
}

QString systemText(DWORD code)
{
    wchar_t* text = nullptr;
    const DWORD size = FormatMessageW(
        FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
        code, 0, reinterpret_cast<wchar_t*>(&text), 0, nullptr);
    QString message = QString::fromWCharArray(text, int(size)).trimmed();
    LocalFree(text);
    while (message.endsWith(QLatin1Char('.')))
        message.chop(1);
    return message;
}

Error problemWith(const char* what, const QString& path)
{
    return { QStringLiteral("Cannot %1 %2: %3.").arg(QLatin1String(what), path, systemText(GetLastError())) };
}

bool isReparsePoint(DWORD attributes)
{
    return attributes & FILE_ATTRIBUTE_REPARSE_POINT;
}
bool isFolder(DWORD attributes)
{
    return attributes & FILE_ATTRIBUTE_DIRECTORY;
}

// Another volume that is mounted on a folder; a junction to a folder has the same tag.
bool isVolumeMount(const QString& path, const WIN32_FIND_DATAW& entry)
{
    if (!isReparsePoint(entry.dwFileAttributes) || entry.dwReserved0 != IO_REPARSE_TAG_MOUNT_POINT)
        return false;
    wchar_t volume[64];
    return GetVolumeNameForVolumeMountPointW((longPath(path) + L'\\').c_str(), volume, 64);
}

// Removes a file, a link, a junction or an empty folder; read-only ones too.
bool removeEntry(const QString& path, DWORD attributes)
{
    const std::wstring native = longPath(path);
    for (int attempt = 0; attempt < removeAttempts; ++attempt) {
        if (attempt > 0)
            Sleep(removePause);
        if (attributes & FILE_ATTRIBUTE_READONLY)
            SetFileAttributesW(native.c_str(), attributes & ~DWORD(FILE_ATTRIBUTE_READONLY));
        if (isFolder(attributes) ? RemoveDirectoryW(native.c_str()) : DeleteFileW(native.c_str()))
            return true;
        const DWORD code = GetLastError();
        if (code != ERROR_SHARING_VIOLATION && code != ERROR_ACCESS_DENIED && code != ERROR_DIR_NOT_EMPTY)
            return false;
    }
    return false;
}

// Keeps a folder from being moved or replaced by a junction while this object lives.
class HeldFolder {
public:
    explicit HeldFolder(const QString& path)
        : m_handle(
            CreateFileW(longPath(path).c_str(), FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE,
                nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr))
    {
    }
    HeldFolder(const HeldFolder&) = delete;
    HeldFolder& operator=(const HeldFolder&) = delete;
    ~HeldFolder()
    {
        if (isOpen())
            CloseHandle(m_handle);
    }
    bool isOpen() const { return m_handle != INVALID_HANDLE_VALUE; }
    bool isLink() const
    {
        BY_HANDLE_FILE_INFORMATION info;
        return !GetFileInformationByHandle(m_handle, &info) || isReparsePoint(info.dwFileAttributes);
    }

private:
    HANDLE m_handle;
};

class Walk {
public:
    // `top`: the folder that is counted or emptied; empty where it goes itself.
    Walk(QString top, bool removes)
        : m_top(std::move(top))
        , m_removes(removes)
    {
    }

    void enter(const QString& path)
    {
        const HeldFolder folder(path);
        if (!folder.isOpen())
            return keep(problemWith("open", path));
        if (folder.isLink())
            return keep({ QStringLiteral("%1 is a link to another folder.").arg(path) });
        WIN32_FIND_DATAW entry;
        const HANDLE search = FindFirstFileExW((longPath(path) + L"\\*").c_str(), FindExInfoBasic, &entry,
            FindExSearchNameMatch, nullptr, FIND_FIRST_EX_LARGE_FETCH);
        if (search == INVALID_HANDLE_VALUE)
            return keep(problemWith("read", path));
        do {
            const QString name = QString::fromWCharArray(entry.cFileName);
            const bool isOwn = path == m_top && isLockName(name);
            if (name != QLatin1String(".") && name != QLatin1String("..") && !isOwn)
                visit(path + QLatin1Char('/') + name, entry);
        } while (FindNextFileW(search, &entry));
        FindClose(search);
    }

    FolderCount count;
    std::optional<Error> firstProblem;

    void visit(const QString& path, const WIN32_FIND_DATAW& entry)
    {
        const DWORD attributes = entry.dwFileAttributes;
        if (isVolumeMount(path, entry))
            return keep(
                { QStringLiteral("Another volume is mounted on %1; unmount it before cleaning.").arg(path) });
        if (path.endsWith(QLatin1String("/.git"), Qt::CaseInsensitive))
            count.repositories << path.chopped(5);
        if (isFolder(attributes) && !isReparsePoint(attributes))
            enter(path);
        if (m_removes && !removeEntry(path, attributes))
            return keep(problemWith("remove", path));
        if (path.endsWith(QLatin1Char('/') + QLatin1String(lockNames[0])))
            count.locks << path;
        if (isReparsePoint(attributes)) {
            ++count.links;
        } else if (isFolder(attributes)) {
            ++count.folders;
        } else {
            ++count.files;
            count.bytes += (Bytes(entry.nFileSizeHigh) << 32) | entry.nFileSizeLow;
        }
    }

private:
    void keep(const Error& problem)
    {
        if (!firstProblem)
            firstProblem = problem;
    }

    QString m_top;
    bool m_removes;
};

Result<FolderCount> walk(const QString& folder, bool removes)
{
    if (isLink(folder))
        return Error { QStringLiteral("%1 is a link to another folder.").arg(folder) };
    Walk walk(folder, removes);
    walk.enter(folder);
    if (walk.firstProblem)
        return *walk.firstProblem;
    return walk.count;
}

std::optional<BY_HANDLE_FILE_INFORMATION> identityOf(const QString& path)
{
    const HANDLE handle
        = CreateFileW(longPath(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
            nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (handle == INVALID_HANDLE_VALUE)
        return std::nullopt;
    BY_HANDLE_FILE_INFORMATION info;
    const bool isKnown = GetFileInformationByHandle(handle, &info);
    CloseHandle(handle);
    return isKnown ? std::optional(info) : std::nullopt;
}

}

Result<FolderCount> countFolder(const QString& folder)
{
    return walk(folder, false);
}

Result<FolderCount> emptyFolder(const QString& folder)
{
    return walk(folder, true);
}

Result<FolderCount> removeBelow(const QString& folder, const QString& name)
{
    const auto below = nameBelow(folder, name);
    if (!below)
        return below.error();
    QString path = folder;
    const QStringList parts = below->split(QLatin1Char('/'));
    for (const QString& part : parts.mid(0, parts.size() - 1)) {
        path += QLatin1Char('/') + part;
        if (isLink(path))
            return Error { QStringLiteral("%1 is a link to another folder.").arg(path) };
    }
    path += QLatin1Char('/') + parts.last();
    WIN32_FIND_DATAW entry;
    const HANDLE search = FindFirstFileExW(
        longPath(path).c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch, nullptr, 0);
    if (search == INVALID_HANDLE_VALUE) {
        const DWORD code = GetLastError();
        const bool isMissing = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
        return isMissing ? Result<FolderCount>(FolderCount()) : problemWith("read", path);
    }
    FindClose(search);
    Walk walk(QString(), true);
    walk.visit(path, entry);
    if (walk.firstProblem)
        return *walk.firstProblem;
    return walk.count;
}

bool isSameFolder(const QString& left, const QString& right)
{
    const auto a = identityOf(left);
    const auto b = identityOf(right);
    return a && b && a->dwVolumeSerialNumber == b->dwVolumeSerialNumber
        && a->nFileIndexHigh == b->nFileIndexHigh && a->nFileIndexLow == b->nFileIndexLow;
}

bool isLink(const QString& path)
{
    const DWORD attributes = GetFileAttributesW(longPath(path).c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && isReparsePoint(attributes);
}

}
