// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FolderRemoval.h"

#include <QByteArray>
#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <fts.h>
#include <sys/stat.h>
#include <unistd.h>

namespace torchmason {

namespace {

Error problemWith(const char* what, const QString& path, int code)
{
    return { QStringLiteral("Cannot %1 %2: %3.")
                 .arg(QLatin1String(what), path, QString::fromLocal8Bit(std::strerror(code))) };
}

// The device is compared for folders only: files of an overlay are on the devices of its layers.
bool isMountPoint(const FTSENT& entry, dev_t device)
{
    if (entry.fts_info == FTS_D && entry.fts_statp->st_dev != device)
        return true;
    // A folder of the same file system that is mounted here once more.
    struct statx extended { };
    if (::statx(AT_FDCWD, entry.fts_accpath, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, 0, &extended) != 0)
        return false;
    return (extended.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)
        && (extended.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

// Counts what is at or below one path, and removes it where `removes` is set.
class Walk {
public:
    Walk(dev_t device, bool removes, bool keepsTop)
        : m_device(device)
        , m_removes(removes)
        , m_keepsTop(keepsTop)
    {
    }

    Result<FolderCount> run(const QString& path)
    {
        QByteArray name = QFile::encodeName(path);
        char* const paths[] = { name.data(), nullptr };
        const std::unique_ptr<FTS, int (*)(FTS*)> tree(
            ::fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, nullptr), ::fts_close);
        if (!tree)
            return problemWith("open", path, errno);
        while (FTSENT* entry = ::fts_read(tree.get()))
            visit(tree.get(), *entry);
        if (m_firstProblem)
            return *m_firstProblem;
        return m_count;
    }

private:
    bool isKept(const FTSENT& entry) const { return m_keepsTop && entry.fts_level == FTS_ROOTLEVEL; }

    void visit(FTS* tree, FTSENT& entry)
    {
        const QString path = QFile::decodeName(entry.fts_path);
        switch (entry.fts_info) {
        case FTS_D:
            return enter(tree, entry, path);
        case FTS_DP:
            if (!isKept(entry) && entry.fts_number == 0 && remove(entry, path))
                ++m_count.folders;
            return;
        case FTS_DNR:
            return keep(problemWith("open", path, entry.fts_errno));
        case FTS_NS:
        case FTS_ERR:
            return keep(problemWith("read", path, entry.fts_errno));
        default:
            if (isMountPoint(entry, m_device))
                return keepMount(path);
            if (!remove(entry, path))
                return;
            ++(S_ISLNK(entry.fts_statp->st_mode) ? m_count.links : m_count.files);
            if (S_ISREG(entry.fts_statp->st_mode))
                m_count.bytes += Bytes(entry.fts_statp->st_size);
        }
    }

    void enter(FTS* tree, FTSENT& entry, const QString& path)
    {
        if (!isKept(entry) && isMountPoint(entry, m_device)) {
            ::fts_set(tree, &entry, FTS_SKIP);
            entry.fts_number = 1; // comes again as FTS_DP
            return keepMount(path);
        }
        // Read-only files need nothing, but a read-only folder lets nothing go.
        if (m_removes && ::faccessat(AT_FDCWD, entry.fts_accpath, R_OK | W_OK | X_OK, AT_EACCESS) != 0)
            ::chmod(entry.fts_accpath, 0700);
    }

    bool remove(const FTSENT& entry, const QString& path)
    {
        const int flags = entry.fts_info == FTS_DP ? AT_REMOVEDIR : 0;
        if (!m_removes || ::unlinkat(AT_FDCWD, entry.fts_accpath, flags) == 0)
            return true;
        keep(problemWith("remove", path, errno));
        return false;
    }

    void keepMount(const QString& path)
    {
        keep({ QStringLiteral("Another file system is mounted on %1; unmount it before cleaning.")
                   .arg(path) });
    }

    void keep(const Error& problem)
    {
        if (!m_firstProblem)
            m_firstProblem = problem;
    }

    dev_t m_device;
    bool m_removes;
    bool m_keepsTop;
    FolderCount m_count;
    std::optional<Error> m_firstProblem;
};

Result<FolderCount> walkFolder(const QString& path, bool removes)
{
    const QString folder = QDir::cleanPath(path); // behind a slash a link would be followed
    struct stat info { };
    if (::lstat(QFile::encodeName(folder).constData(), &info) != 0)
        return problemWith("open", folder, errno);
    if (!S_ISDIR(info.st_mode))
        return problemWith("open", folder, ENOTDIR);
    return Walk(info.st_dev, removes, true).run(folder);
}

}

Result<FolderCount> countFolder(const QString& folder)
{
    return walkFolder(folder, false);
}

Result<FolderCount> emptyFolder(const QString& folder)
{
    return walkFolder(folder, true);
}

Result<FolderCount> removeTree(const QString& path)
{
    const QByteArray parent = QFile::encodeName(path.left(path.lastIndexOf(QLatin1Char('/'))));
    struct stat info { };
    struct stat own { };
    if (::lstat(QFile::encodeName(path).constData(), &own) != 0)
        return errno == ENOENT ? Result<FolderCount>(FolderCount()) : problemWith("read", path, errno);
    if (::stat(parent.constData(), &info) != 0)
        return problemWith("read the folder of", path, errno);
    if (::faccessat(AT_FDCWD, parent.constData(), R_OK | W_OK | X_OK, AT_EACCESS) != 0)
        ::chmod(parent.constData(), 0700);
    return Walk(info.st_dev, true, false).run(path);
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
