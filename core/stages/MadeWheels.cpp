// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/MadeWheels.h"

#include "core/base/CannotRead.h"
#include "core/base/RegularFile.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 longestLine = 64 * 1024;
constexpr const char* noted = "Wheels that are older than this build: %1.";

QFileInfoList wheelsIn(const QString& folder)
{
    return QDir(folder).entryInfoList({ QStringLiteral("*.whl") }, QDir::Files, QDir::Time);
}

// "older wheel: 1234 1700000000000 /src/dist/torch-2.5.0-cp311-linux_x86_64.whl"
QString beforeLine(const QFileInfo& wheel)
{
    return QStringLiteral("older wheel: %1 %2 %3")
        .arg(wheel.size())
        .arg(wheel.lastModified().toMSecsSinceEpoch())
        .arg(wheel.absoluteFilePath());
}

// An old file is copied again, by CMake and by setup.py; nothing of the source folder is removed.
void makeOld(const QString& path)
{
    QFile file(path);
    if (file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        file.setFileTime(QDateTime(QDate(2000, 1, 1), QTime(0, 0)), QFileDevice::FileModificationTime);
}

// Half a copy that a full disk left is newer than its original, so it would never be copied again.
void renewHalfCopies(const QDir& copies, const QDir& originals)
{
    if (QFileInfo(copies.path()).isSymLink())
        return;
    QDirIterator files(copies.path(), QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString copy = files.next();
        const QFileInfo original(originals.filePath(copies.relativeFilePath(copy)));
        if (original.isFile() && !original.isSymLink() && original.size() != QFileInfo(copy).size())
            makeOld(copy);
    }
}

// CMake installs build/lib into torch/lib, and setup.py copies torch to build/lib*; neither looks at sizes.
void renewHalfCopies(const QString& sourceFolder)
{
    const QDir source(sourceFolder);
    const QDir build(source.filePath(QStringLiteral("build")));
    renewHalfCopies(
        QDir(source.filePath(QStringLiteral("torch/lib"))), QDir(build.filePath(QStringLiteral("lib"))));
    for (const QString& lib : build.entryList({ QStringLiteral("lib*") }, QDir::Dirs | QDir::NoSymLinks))
        renewHalfCopies(QDir(build.filePath(lib + QStringLiteral("/torch"))),
            QDir(source.filePath(QStringLiteral("torch"))));
}

}

Result<MadeWheel> measuredWheel(const QString& path)
{
    RegularFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return cannotRead(path, file);
    return MadeWheel { path, Bytes(file.size()), QString::fromLatin1(hash.result().toHex()) };
}

QString wheelLine(const MadeWheel& wheel)
{
    return QStringLiteral("wheel: %1 %2 %3").arg(wheel.size).arg(wheel.sha256, wheel.path);
}

std::optional<MadeWheel> wheelFromLine(const QByteArray& line)
{
    static const QRegularExpression form(QStringLiteral("^wheel: (\\d+) ([0-9a-f]{64}) (.+\\.whl)$"));
    const auto match = form.match(QString::fromUtf8(line.trimmed()));
    if (!match.hasMatch())
        return std::nullopt;
    return MadeWheel { match.captured(3), Bytes(match.captured(1).toULongLong()), match.captured(2) };
}

QVector<MadeWheel> wheelsInLog(const QString& path)
{
    QVector<MadeWheel> wheels;
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return wheels;
    file.seek(std::max<qint64>(0, file.size() - 64 * 1024)); // they are the last lines
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (const auto wheel = wheelFromLine(line))
            wheels.append(*wheel);
    }
    // What is built may print such a line, too. All that were made lie where the last one does, which is told
    // when the build has ended.
    const QString folder = wheels.isEmpty() ? QString() : QFileInfo(wheels.last().path).path();
    wheels.removeIf([&folder](const MadeWheel& wheel) { return QFileInfo(wheel.path).path() != folder; });
    return wheels;
}

Result<QString> noteWheels(const QString& folder, const Print& print)
{
    renewHalfCopies(QFileInfo(folder).path());
    const QFileInfoList wheels = wheelsIn(folder);
    for (const QFileInfo& wheel : wheels)
        print(beforeLine(wheel));
    return QString(QLatin1String(noted)).arg(wheels.size());
}

std::optional<QStringList> wheelsBefore(const QString& logFile)
{
    static const QRegularExpression end(
        QRegularExpression::anchoredPattern(QString(QLatin1String(noted)).arg(QStringLiteral("\\d+"))));
    RegularFile file(logFile);
    if (logFile.isEmpty() || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    QStringList before;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine(longestLine).trimmed());
        if (end.match(line).hasMatch())
            return before;
        before << line;
    }
    return std::nullopt;
}

Result<QString> tellWheels(
    const QString& folder, const std::optional<QStringList>& before, const Print& print)
{
    int told = 0;
    for (const QFileInfo& file : wheelsIn(folder)) {
        if (before ? before->contains(beforeLine(file)) : told > 0)
            continue;
        const auto wheel = measuredWheel(file.absoluteFilePath());
        if (!wheel)
            return wheel.error();
        print(wheelLine(*wheel));
        ++told;
    }
    if (told == 0)
        return Error { QStringLiteral("No wheel was made in %1.").arg(folder) };
    return told == 1 ? QStringLiteral("One wheel was made.")
                     : QStringLiteral("%1 wheels were made.").arg(told);
}

}
