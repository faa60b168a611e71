// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FolderRemoval.h"

#include "core/base/FileRoom.h"
#include "core/stages/FolderMark.h"

#include <QByteArray>
#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchmason {

namespace {

constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// One open folder per level; ordinary limits allow 1024 open files.
constexpr int maximumDepth = 500;

class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    Descriptor(Descriptor&& other)
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    Descriptor& operator=(Descriptor&& other)
    {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }

private:
    int m_number;
};

Error problemWith(const char* what, const QString& path)
{
    return { QStringLiteral("Cannot %1 %2: %3.")
                 .arg(QLatin1String(what), path, QString::fromLocal8Bit(std::strerror(errno))) };
}

// Opens component by component, so that a link on the way is an error. Folders on the way need only be
// searchable: some systems let users not list /home.
Descriptor openFolder(const QString& folder)
{
    constexpr int passing = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const QStringList parts = QDir::cleanPath(folder).split(QLatin1Char('/'), Qt::SkipEmptyParts);
    Descriptor current(::open("/", parts.isEmpty() ? folderFlags : passing));
    for (qsizetype i = 0; i < parts.size() && current.isOpen(); ++i)
        current = Descriptor(::openat(current.number(), QFile::encodeName(parts[i]).constData(),
            i + 1 == parts.size() ? folderFlags : passing));
    return current;
}

// Gives the owner all rights on a folder, without following a link that has replaced it.
bool unlockFolder(int parent, const char* name)
{
    const Descriptor folder(::openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.isOpen())
        return false;
    const QByteArray path = "/proc/self/fd/" + QByteArray::number(folder.number());
    return ::chmod(path.constData(), 0700) == 0;
}

// The device is compared for folders only: files of an overlay are on the devices of its layers.
bool isMountPoint(int parent, const char* name, dev_t device, const struct stat& info)
{
    if (S_ISDIR(info.st_mode) && info.st_dev != device)
        return true;
    // A folder of the same file system that is mounted here once more.
    struct statx extended { };
    if (::statx(parent, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, 0, &extended) != 0)
        return false;
    return (extended.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)
        && (extended.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

std::optional<std::vector<QByteArray>> namesIn(int folder)
{
    const int copy = ::openat(folder, ".", folderFlags);
    DIR* stream = copy < 0 ? nullptr : ::fdopendir(copy);
    if (!stream) {
        if (copy >= 0)
            ::close(copy);
        return std::nullopt;
    }
    std::vector<QByteArray> names;
    while (const dirent* entry = ::readdir(stream)) {
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            names.emplace_back(entry->d_name);
    }
    ::closedir(stream);
    return names;
}

// Goes through everything below one folder; counts, and removes where `removes` is set.
class Walk {
public:
    Walk(dev_t device, bool removes)
        : m_device(device)
        , m_removes(removes)
    {
    }

    void enter(int folder, const QString& path, int depth)
    {
        const auto names = namesIn(folder);
        if (!names)
            return keep(problemWith("read", path));
        for (const QByteArray& name : *names) {
            if (depth > 0 || !isLockName(QFile::decodeName(name)))
                visit(folder, name.constData(), path + QLatin1Char('/') + QFile::decodeName(name), depth);
        }
    }

    FolderCount count;
    std::optional<Error> firstProblem;

    void visit(int parent, const char* name, const QString& path, int depth)
    {
        struct stat info { };
        if (::fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0)
            return keep(problemWith("read", path));
        if (isMountPoint(parent, name, m_device, info))
            return keep({ QStringLiteral("Another file system is mounted on %1; unmount it before cleaning.")
                              .arg(path) });
        if (std::strcmp(name, ".git") == 0)
            count.repositories << path.chopped(5);
        if (S_ISDIR(info.st_mode))
            return visitFolder(parent, name, path, depth);
        if (m_removes && ::unlinkat(parent, name, 0) != 0)
            return keep(problemWith("remove", path));
        if (std::strcmp(name, lockNames[0]) == 0)
            count.locks << path;
        ++(S_ISLNK(info.st_mode) ? count.links : count.files);
        if (S_ISREG(info.st_mode))
            count.bytes += m_room.once(
                info.st_dev, info.st_ino, info.st_nlink, Bytes(info.st_blocks) * FileRoom::blockSize);
    }

private:
    void visitFolder(int parent, const char* name, const QString& path, int depth)
    {
        if (depth >= maximumDepth)
            return keep({ QStringLiteral("%1 is nested too deeply to be cleaned.").arg(path) });
        if (m_removes)
            unlockIfNeeded(parent, name);
        const Descriptor folder(::openat(parent, name, folderFlags));
        if (!folder.isOpen())
            return keep(problemWith("open", path));
        enter(folder.number(), path, depth + 1);
        if (m_removes && ::unlinkat(parent, name, AT_REMOVEDIR) != 0)
            return keep(problemWith("remove", path));
        ++count.folders;
    }

    // Read-only files need nothing, but a read-only folder lets nothing go.
    static void unlockIfNeeded(int parent, const char* name)
    {
        if (::faccessat(parent, name, R_OK | W_OK | X_OK, AT_EACCESS) != 0)
            unlockFolder(parent, name);
    }

    void keep(const Error& problem)
    {
        if (!firstProblem)
            firstProblem = problem;
    }

    dev_t m_device;
    bool m_removes;
    FileRoom m_room;
};

Result<FolderCount> walk(const QString& folder, bool removes)
{
    const Descriptor top = openFolder(folder);
    struct stat info { };
    if (!top.isOpen() || ::fstat(top.number(), &info) != 0)
        return problemWith("open", folder);
    if (removes && ::faccessat(top.number(), ".", R_OK | W_OK | X_OK, AT_EACCESS) != 0)
        ::fchmod(top.number(), 0700);
    Walk walk(info.st_dev, removes);
    walk.enter(top.number(), folder, 0);
    if (walk.firstProblem)
        return *walk.firstProblem;
    return walk.count;
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
    const QString path = folder + QLatin1Char('/') + *below;
    const Descriptor top = openFolder(folder);
    const Descriptor parent = openFolder(path.left(path.lastIndexOf(QLatin1Char('/'))));
    struct stat info { };
    if (!top.isOpen() || ::fstat(top.number(), &info) != 0)
        return problemWith("open", folder);
    if (!parent.isOpen())
        return errno == ENOENT ? Result<FolderCount>(FolderCount()) : problemWith("open the folder of", path);
    const QByteArray last = QFile::encodeName(path.mid(path.lastIndexOf(QLatin1Char('/')) + 1));
    if (::faccessat(parent.number(), last.constData(), F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT)
        return FolderCount();
    if (::faccessat(parent.number(), ".", R_OK | W_OK | X_OK, AT_EACCESS) != 0)
        ::fchmod(parent.number(), 0700);
    Walk walk(info.st_dev, true);
    walk.visit(parent.number(), last.constData(), path, 0);
    if (walk.firstProblem)
        return *walk.firstProblem;
    return walk.count;
}

bool isSameFolder(const QString& left, const QString& right)
{
    struct stat a { };
    struct stat b { };
    return ::stat(QFile::encodeName(left).constData(), &a) == 0
        && ::stat(QFile::encodeName(right).constData(), &b) == 0 && a.st_dev == b.st_dev
        && a.st_ino == b.st_ino;
}

bool isLink(const QString& path)
{
    struct stat info { };
    return ::lstat(QFile::encodeName(path).constData(), &info) == 0 && S_ISLNK(info.st_mode);
}

}
