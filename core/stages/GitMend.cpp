// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitMend.h"

#include "core/base/RegularFile.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/GitTree.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <QVector>

namespace torchmason {

namespace {

constexpr int deepest = 8; // submodules inside of submodules

// Below `gitFolder`, but not among the objects, which are many and have no locks that matter.
QStringList locksIn(const QString& gitFolder)
{
    QStringList locks;
    QStringList folders { gitFolder };
    while (!folders.isEmpty()) {
        const QString folder = folders.takeLast();
        const QDir::Filters all = QDir::Dirs | QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot;
        for (const QFileInfo& entry : QDir(folder).entryInfoList(all)) {
            if (isLink(entry.filePath()))
                continue;
            if (entry.isDir() && entry.fileName() != QLatin1String("objects"))
                folders << entry.filePath();
            else if (entry.isFile() && entry.fileName().endsWith(QLatin1String(".lock")))
                locks << entry.filePath();
        }
    }
    return locks;
}

struct Submodule {
    QString name; // of its folder in .git/modules
    QString path; // in the tree
};

// submodule.third_party/fmt.path third_party/fmt
QVector<Submodule> submodulesOf(const QString& tree, const QString& git)
{
    QVector<Submodule> submodules;
    const GitAnswer answer = askGit(git, tree,
        { QStringLiteral("config"), QStringLiteral("--file"), QStringLiteral(".gitmodules"),
            QStringLiteral("--null"), QStringLiteral("--get-regexp"),
            QStringLiteral("^submodule\\..*\\.path$") });
    for (const QString& entry : answer.text.split(QChar(0), Qt::SkipEmptyParts)) {
        const QString key = entry.section(QLatin1Char('\n'), 0, 0);
        submodules.append({ key.mid(10, key.size() - 15), entry.section(QLatin1Char('\n'), 1) });
    }
    return submodules;
}

// What a clone that was broken off looks like: its HEAD names a branch, and there is no branch at all. Read
// from the files, so that a git that does not work makes nothing look broken.
bool isWithoutCommit(const QString& gitFolder)
{
    RegularFile head(gitFolder + QStringLiteral("/HEAD"));
    if (head.exists() && (!head.open(QIODevice::ReadOnly) || !head.read(5).startsWith("ref: ")))
        return false;
    const QString branches = gitFolder + QStringLiteral("/refs/heads");
    if (QFileInfo::exists(gitFolder + QStringLiteral("/packed-refs")) || QFileInfo(branches).isFile())
        return false;
    return !QDirIterator(branches, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories).hasNext();
}

class Mender {
public:
    Mender(const QString& tree, const QString& git, const Print& print)
        : m_tree(QFileInfo(tree).canonicalFilePath())
        , m_git(git)
        , m_print(print)
    {
    }

    // `path` is that of a repository in the tree, "" or "third_party/fmt/", and `gitPath` that of its .git.
    Result<int> mend(const QString& path, const QString& gitPath, int depth = 0)
    {
        int mended = 0;
        for (const Submodule& submodule : submodulesOf(m_tree + QLatin1Char('/') + path, m_git)) {
            const auto inTree = nameBelow(m_tree, path + submodule.path);
            const auto inGit = nameBelow(m_tree, gitPath + QStringLiteral("/modules/") + submodule.name);
            // A name or link that leads elsewhere is git's to refuse.
            if (!inTree || !inGit || isLink(m_tree + QLatin1Char('/') + *inTree)
                || isLink(m_tree + QLatin1Char('/') + *inGit)
                || !QFileInfo(m_tree + QLatin1Char('/') + *inGit).isDir())
                continue;
            const bool isWhole = !holdsOnlyGit(m_tree + QLatin1Char('/') + *inTree)
                || !isWithoutCommit(m_tree + QLatin1Char('/') + *inGit);
            const auto more = !isWhole ? remove(*inTree, *inGit)
                : depth < deepest      ? mend(*inTree + QLatin1Char('/'), *inGit, depth + 1)
                                       : Result<int>(0);
            if (!more)
                return more.error();
            mended += *more;
        }
        return mended;
    }

private:
    Result<int> remove(const QString& inTree, const QString& inGit)
    {
        for (const QString& name : { inTree + QStringLiteral("/.git"), inGit }) {
            if (const auto removed = removeBelow(m_tree, name); !removed)
                return removed.error();
        }
        m_print(QStringLiteral("The clone of %1 had been interrupted; it is made again.").arg(inTree));
        return 1;
    }

    QString m_tree;
    QString m_git;
    const Print& m_print;
};

}

Result<void> removeStaleLocks(const QString& sourceFolder, const QDateTime& before, const Print& print)
{
    if (!before.isValid() || !isOwnGitTree(sourceFolder))
        return {};
    QStringList stale;
    for (const QString& lock : locksIn(sourceFolder + QStringLiteral("/.git"))) {
        if (QFileInfo(lock).lastModified() < before)
            stale << lock;
    }
    if (stale.isEmpty() || mayGitBeAtWorkIn(sourceFolder))
        return {}; // git says so itself
    for (const QString& lock : std::as_const(stale)) {
        QFile file(lock);
        if (!file.remove())
            return Error { QStringLiteral("Cannot remove %1, which a git that has ended left there: %2.")
                               .arg(lock, file.errorString()) };
        print(QStringLiteral("Removed %1, which a git that has ended left there.").arg(lock));
    }
    return {};
}

Result<QString> mendSubmodules(const QString& sourceFolder, const QString& git, const Print& print)
{
    const auto mended = Mender(sourceFolder, git, print).mend({}, QStringLiteral(".git"));
    if (!mended)
        return mended.error();
    if (*mended == 0)
        return QStringLiteral("No clone of a submodule is incomplete.");
    return *mended == 1 ? QStringLiteral("Removed what was left of a broken clone.")
                        : QStringLiteral("Removed what was left of %1 broken clones.").arg(*mended);
}

}
