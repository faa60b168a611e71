// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/TourProject.h"

#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QSaveFile>
#include <QSet>

#include <algorithm>

// The project is compiled into a static library, so its resources must be asked for.
static void loadTourResource()
{
    Q_INIT_RESOURCE(torchmason_tour);
}

namespace torchmason {

namespace {

// Behind its text are the digests of what was written here, a line each: "e3b0c442... /src/a.cpp".
const FolderMark projectMark { ".torchmason-project",
    "Torchmason unpacked its own project here. Each build restores the project's files, but for those that "
    "were changed. The lines below tell these apart.\n" };

// Marks of older versions have no lines. What was written right after the mark is theirs. Files that such a
// version replaced later cannot be told from changed ones, and are kept.
constexpr qint64 longestUnpacking = 10; // seconds

const QString tourProject = QStringLiteral(":/torchmason/tour");

bool holdsAlready(const QString& path, const QByteArray& content)
{
    RegularFile file(path);
    return file.size() == content.size() && file.open(QIODevice::ReadOnly) && file.readAll() == content;
}

QString markPath(const QString& folder)
{
    return folder + QLatin1Char('/') + QLatin1String(projectMark.name);
}

QByteArray digestLine(const QString& file, const QByteArray& content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex() + ' ' + file.toUtf8();
}

Result<QByteArray> contentOf(const QString& path)
{
    QFile resource(path);
    if (!resource.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1 in the program.").arg(path) };
    return resource.readAll();
}

// The folder is free or ours: missing, empty, marked by us, or with our very CMakeLists.txt on top.
Result<void> checkOwner(const QString& resourceFolder, const QString& folder)
{
    if (isLink(folder))
        return Error { QStringLiteral(
            "%1 is a link to another folder; name the folder itself to unpack into it.")
                           .arg(folder) };
    const QFileInfo info(folder);
    if (info.exists() && !info.isDir())
        return Error { QStringLiteral("%1 is a file; choose a folder for the source tree.").arg(folder) };
    if (!info.exists() || isEmptyFolder(folder) || hasMark(folder, projectMark))
        return {};
    const QString project = QStringLiteral("/CMakeLists.txt");
    const auto content = contentOf(resourceFolder + project);
    if (content && !isLink(folder + project) && holdsAlready(folder + project, *content))
        return {};
    return Error { QStringLiteral(
        "%1 already holds files that are not of this project and would be overwritten; "
        "choose a new or an empty source folder.")
                       .arg(folder) };
}

// A link below `folder` could lead a file to any other place.
Result<void> checkLinks(const QString& folder, const QString& relativePath)
{
    QString path = folder;
    for (const QString& part : relativePath.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        path += QLatin1Char('/') + part;
        if (isLink(path))
            return Error { QStringLiteral(
                "%1 is a link, which is not written through; remove it and try again.")
                               .arg(path) };
    }
    return {};
}

// Files that have the content already keep their times.
Result<void> writeFile(const QString& path, const QByteArray& content)
{
    if (holdsAlready(path, content))
        return {};
    const QString folder = QFileInfo(path).path();
    if (!QDir().mkpath(folder))
        return Error { QStringLiteral("Cannot make the folder %1; check who may write there.").arg(folder) };
    QSaveFile file(path);
    if (!writeWhole(file, content))
        return Error { QStringLiteral("Cannot write %1: %2.").arg(path, file.errorString()) };
    return {};
}

// Tells files that nobody touched since they were unpacked, whichever version of the program did it, from
// those that were changed.
class WrittenFiles {
public:
    explicit WrittenFiles(const QString& folder)
        : m_folder(folder)
    {
        if (!hasMark(folder, projectMark))
            return;
        QList<QByteArray> lines = readWhole(markPath(folder)).split('\n');
        lines.removeFirst();
        lines.removeAll(QByteArray());
        m_lines = QSet<QByteArray>(lines.begin(), lines.end());
        if (m_lines.isEmpty())
            m_marked = QFileInfo(markPath(folder)).lastModified();
    }

    bool isChanged(const QString& file, const QByteArray& ours) const
    {
        const QString path = m_folder + file;
        if (!QFileInfo(path).isFile() || holdsAlready(path, ours))
            return false;
        if (m_marked.isValid())
            return m_marked.secsTo(QFileInfo(path).lastModified()) > longestUnpacking;
        return !m_lines.contains(digestLine(file, readWhole(path)));
    }

    // Before the file is written, so that one that is not written after all is known later on.
    void add(const QString& file, const QByteArray& ours)
    {
        if (m_marked.isValid() && QFileInfo(m_folder + file).isFile())
            m_lines.insert(digestLine(file, readWhole(m_folder + file)));
        m_lines.insert(digestLine(file, ours));
    }

    Result<void> save() const
    {
        QList<QByteArray> lines(m_lines.begin(), m_lines.end());
        std::sort(lines.begin(), lines.end());
        return writeFile(markPath(m_folder), projectMark.text + lines.join('\n') + '\n');
    }

private:
    QString m_folder;
    QSet<QByteArray> m_lines;
    QDateTime m_marked; // where there are no lines
};

using ProjectFiles = QMap<QString, QByteArray>; // "/src/a.cpp" -> its content

Result<ProjectFiles> readProject(const QString& resourceFolder)
{
    ProjectFiles files;
    QDirIterator found(resourceFolder, QDir::Files, QDirIterator::Subdirectories);
    while (found.hasNext()) {
        const QString path = found.next();
        const auto content = contentOf(path);
        if (!content)
            return content.error();
        files.insert(path.mid(resourceFolder.size()), *content);
    }
    return files;
}

Result<void> checkAllLinks(const QString& folder, const ProjectFiles& files)
{
    for (const QString& file : files.keys() + QStringList { QLatin1String(projectMark.name) }) {
        if (const auto checked = checkLinks(folder, file); !checked)
            return checked.error();
    }
    return {};
}

// What is to be unpacked, where it may be.
Result<ProjectFiles> filesFor(const QString& resourceFolder, const QString& folder)
{
    if (!QFileInfo(resourceFolder).isDir())
        return Error { QStringLiteral("The program does not contain the project %1.").arg(resourceFolder) };
    if (const auto owned = checkOwner(resourceFolder, folder); !owned)
        return owned.error();
    auto files = readProject(resourceFolder);
    if (!files)
        return files.error();
    if (const auto checked = checkAllLinks(folder, *files); !checked)
        return checked.error();
    return files;
}

QString keptText(const QStringList& kept)
{
    if (kept.isEmpty())
        return {};
    return (kept.size() == 1 ? QStringLiteral(" Kept, because it was changed: %1.")
                             : QStringLiteral(" Kept, because they were changed: %1."))
        .arg(kept.join(QStringLiteral(", ")));
}

}

Result<QString> unpackProject(const QString& resourceFolder, const QString& folder)
{
    const auto files = filesFor(resourceFolder, folder);
    if (!files)
        return files.error();
    // Saving the digests writes a file of another name first. Where it is interrupted, a new folder would
    // hold that one alone, and be refused from then on.
    if (isEmptyFolder(folder)) {
        if (const auto marked = writeMark(folder, projectMark); !marked)
            return marked.error();
    }
    WrittenFiles written(folder);
    QStringList kept;
    for (auto file = files->cbegin(); file != files->cend(); ++file) {
        if (written.isChanged(file.key(), *file))
            kept << file.key().mid(1);
        else
            written.add(file.key(), *file);
    }
    // Before the files, so that a copy that is interrupted is still known as ours.
    if (const auto saved = written.save(); !saved)
        return saved.error();
    for (auto file = files->cbegin(); file != files->cend(); ++file) {
        if (kept.contains(file.key().mid(1)))
            continue;
        if (const auto copied = writeFile(folder + file.key(), *file); !copied)
            return copied.error();
    }
    return QStringLiteral("%1 files are in %2.").arg(files->size()).arg(folder) + keptText(kept);
}

Result<QString> unpackTour(const QString& folder)
{
    loadTourResource();
    return unpackProject(tourProject, folder);
}

Result<void> checkTourFolder(const QString& folder)
{
    loadTourResource();
    const auto files = filesFor(tourProject, folder);
    return files ? Result<void>() : files.error();
}

bool holdsTour(const QString& folder)
{
    return !isLink(folder) && hasMark(folder, projectMark);
}

}
