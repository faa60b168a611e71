// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FullDisk.h"

#include "core/base/DiskSpace.h"
#include "core/base/JoinedList.h"

#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QStringList>

#include <algorithm>
#include <array>

namespace torchmason {

namespace {

constexpr Bytes hardlyAny = 16 * mebibyte;
// Also of CMake, ninja, git and Python; those of Windows' error 1295 come last. That it has "not enough
// quota" is said of memory, too.
constexpr std::array<QByteArrayView, 3> quotaWords { "Disk quota exceeded", "storage quota was exceeded",
    "WinError 1295" };

struct Volume {
    DiskSpace space;
    QStringList purposes;

    bool isFull() const { return space.free < std::max(hardlyAny, space.total / 100); }
    bool lacksInodes() const
    {
        return !isFull() && freeInodesAt(space.root).value_or(hardlyAnInode) < hardlyAnInode;
    }
    Bytes roomForFiles() const { return lacksInodes() ? 0 : space.free; }
};

QMap<QString, Volume> volumesOf(const QVector<WrittenFolder>& folders)
{
    QMap<QString, Volume> volumes;
    for (const WrittenFolder& folder : folders) {
        const auto space = diskSpaceAt(folder.path);
        if (!space)
            continue;
        Volume& volume = volumes[space->root];
        volume.space = *space;
        if (!volume.purposes.contains(folder.purpose))
            volume.purposes << folder.purpose;
    }
    return volumes;
}

bool saysQuota(const QByteArray& unwrapped)
{
    return std::any_of(quotaWords.begin(), quotaWords.end(),
        [&](QByteArrayView words) { return unwrapped.contains(words); });
}

// Which of the disks has the quota is not known.
QString usedUpQuota(const QMap<QString, Volume>& volumes)
{
    QString text = QStringLiteral("Your quota on a disk is used up; the disk itself may have space");
    for (auto volume = volumes.cbegin(); volume != volumes.cend(); ++volume)
        text += QStringLiteral("; on %1: %2").arg(volume.key(), joinedList(volume->purposes));
    return text + QLatin1Char('.');
}

// What setup.py lays out before it packs, and makes again the next time.
QStringList packingFolders(const QString& sourceFolder)
{
    QStringList folders;
    for (const QString& name : QDir(sourceFolder + QStringLiteral("/build"))
                                   .entryList({ QStringLiteral("lib.*"), QStringLiteral("bdist.*") },
                                       QDir::Dirs | QDir::NoSymLinks | QDir::NoDotAndDotDot))
        folders << sourceFolder + QStringLiteral("/build/") + name;
    return folders;
}

}

bool saysDiskFull(const QByteArray& output)
{
    static const QVector<QByteArray> words { "No space left on device", "[Errno 28]",
        "not enough space on the disk", "WinError 112" };
    const QByteArray unwrapped = output.simplified(); // CMake breaks its messages into lines
    return saysQuota(unwrapped) || std::any_of(words.begin(), words.end(), [&](const QByteArray& word) {
        return unwrapped.contains(word);
    });
}

QString fullDiskSentence(const QByteArray& output, const QVector<WrittenFolder>& folders, Bytes need)
{
    const QMap<QString, Volume> volumes = volumesOf(folders);
    if (saysQuota(output.simplified()))
        return usedUpQuota(volumes);
    const auto fullest = std::min_element(volumes.begin(), volumes.end(),
        [](const Volume& one, const Volume& other) { return one.roomForFiles() < other.roomForFiles(); });
    if (fullest == volumes.end())
        return {};
    const DiskSpace& space = fullest->space;
    const QString verdict = fullest->isFull() ? QStringLiteral("The disk %1 is full")
        : fullest->lacksInodes()
        ? QStringLiteral("The disk %1 has hardly an inode left, and each file needs one")
        : QStringLiteral("The disk %1 has the least space");
    QString text = verdict.arg(fullest.key())
        + QStringLiteral(" (%1 of %2 free); it holds %3")
              .arg(formatBytes(space.free), formatBytes(space.total), joinedList(fullest->purposes));
    if (need > 0)
        text += QStringLiteral(", and this step takes about %1").arg(formatBytes(need));
    return text + QLatin1Char('.');
}

QString roomAdvice(const QString& sourceFolder)
{
    QStringList things = packingFolders(sourceFolder);
    const QString dist = sourceFolder + QStringLiteral("/dist");
    if (const Bytes wheels = sizeOfFiles(dist, QStringLiteral("*.whl")); wheels > 0)
        things.prepend(QStringLiteral("older wheels in %1 (%2)").arg(dist, formatBytes(wheels)));
    things << QStringLiteral("build folders that you no longer need");
    return QStringLiteral("To make room, remove %1.").arg(joinedList(things));
}

Bytes sizeOfFiles(const QString& folder, const QString& pattern)
{
    Bytes sum = 0;
    for (const QFileInfo& file : QDir(folder).entryInfoList({ pattern }, QDir::Files | QDir::NoSymLinks))
        sum += Bytes(file.size());
    return sum;
}

}
