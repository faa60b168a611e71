// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/SourceFile.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/stages/FolderRemoval.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace torchmason {

namespace {

constexpr qint64 largestFile = 64 * 1024 * 1024; // sources are smaller

// Windows leaves out dots and blanks at the end of a name, and has a second, short name for .git.
bool isOddPart(const QString& part)
{
    return part.isEmpty() || part.endsWith(QLatin1Char('.')) || part.endsWith(QLatin1Char(' '))
        || part.compare(QLatin1String(".git"), Qt::CaseInsensitive) == 0
        || part.startsWith(QLatin1String("git~"), Qt::CaseInsensitive) || part.contains(QChar(0))
        || part.contains(QLatin1Char(':')); // a drive, or a second stream of a file
}

}

Result<QString> folderInTree(const QString& folder, const QString& path)
{
    const QStringList parts
        = QString(path).replace(QLatin1Char('\\'), QLatin1Char('/')).split(QLatin1Char('/'));
    QString place = QDir::cleanPath(folder);
    for (const QString& part : parts) {
        if (isOddPart(part))
            return Error { Core::tr(
                "\"%1\" is not the path of a file inside the source tree; a patch changes nothing else.")
                               .arg(path) };
        place += QLatin1Char('/') + part;
        if (isLink(place))
            return Error { Core::tr("%1 is a link; patches are not written through links, because they "
                                    "may lead out of the source tree.")
                               .arg(place) };
    }
    return place;
}

Result<QString> placeInTree(const QString& folder, const QString& path)
{
    const auto place = folderInTree(folder, path);
    const QFileInfo info(place ? *place : QString());
    if (info.exists() && !info.isFile())
        return Error { Core::tr("%1 is not a file, so it cannot be patched.").arg(*place) };
    return place;
}

Result<std::optional<QByteArray>> readSourceFile(const QString& path)
{
    RegularFile file(path);
    if (!file.exists())
        return std::optional<QByteArray>();
    if (file.size() > largestFile)
        return Error { Core::tr("%1 is larger than any source file; it is not patched.").arg(path) };
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(path, file);
    return std::optional(file.readAll());
}

Result<void> writeSourceFile(const QString& path, const std::optional<QByteArray>& content, bool executable)
{
    if (!content) {
        QFile file(path);
        if (file.exists() && !file.remove())
            return Error { Core::tr("Cannot remove %1: %2.").arg(path, file.errorString()) };
        return {};
    }
    if (!QDir().mkpath(QFileInfo(path).path()))
        return Error {
            Core::tr("Cannot make the folder %1; check who may write there.").arg(QFileInfo(path).path())
        };
    const std::optional<int> mode = fileMode(path); // QSaveFile makes what nobody may write writable
    QSaveFile file(path);
    if (!writeWhole(file, *content))
        return Error { Core::tr("Cannot write %1: %2; check who may write there and how much space is left.")
                           .arg(path, file.errorString()) };
    if (mode)
        setFileMode(path, *mode);
    if (executable)
        QFile::setPermissions(path,
            QFile::permissions(path) | QFileDevice::ExeOwner | QFileDevice::ExeGroup | QFileDevice::ExeOther);
    return {};
}

// Qt keeps a hexadecimal digit for each: the owner in the fourth, the user who asks in the third, group,
// others.
std::optional<int> fileMode(const QString& path)
{
    if (!QFileInfo(path).isFile())
        return std::nullopt;
    const int bits = int(QFile::permissions(path));
    return ((bits >> 12) & 7) << 6 | ((bits >> 4) & 7) << 3 | (bits & 7);
}

void setFileMode(const QString& path, int mode)
{
    const int owner = (mode >> 6) & 7;
    QFile::setPermissions(
        path, QFile::Permissions::fromInt(owner << 12 | owner << 8 | ((mode >> 3) & 7) << 4 | (mode & 7)));
}

QString modeText(int mode)
{
    return QStringLiteral("%1").arg(mode, 4, 8, QLatin1Char('0'));
}

std::optional<int> modeFromText(const QString& text)
{
    bool isNumber = false;
    const int mode = text.toInt(&isNumber, 8);
    return isNumber && mode >= 0 && mode <= 0777 ? std::optional(mode) : std::nullopt;
}

QString contentHash(const QByteArray& content)
{
    return QString::fromLatin1(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex());
}

}
