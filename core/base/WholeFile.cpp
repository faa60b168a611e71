// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WholeFile.h"

#include "core/base/RegularFile.h"

#include <QSaveFile>

#include <algorithm>

namespace torchmason {

namespace {

// Some disks know neither owners nor programs.
void allow(QSaveFile& file, FileAccess access)
{
    if (access == FileAccess::AsUsual)
        return;
    const QFile::Permissions wanted = access == FileAccess::OnlyUser
        ? QFile::ReadOwner | QFile::WriteOwner
        : file.permissions() | QFile::ExeOwner | QFile::ExeUser;
    if (!file.setPermissions(wanted))
        file.unsetError();
}

}

// commit() of some versions of Qt does not notice that its own flush found the disk full.
bool writeWhole(QSaveFile& file, const QByteArray& content, FileAccess access)
{
    if (!file.open(QIODevice::WriteOnly))
        return false;
    allow(file, access);
    return file.write(content) == content.size() && file.flush() && file.error() == QFileDevice::NoError
        && file.commit();
}

QByteArray readWhole(const QString& path, qint64 most)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.size() > most ? file.read(most) : file.readAll(); // read() takes room for all that it may get
}

QString readFirstLine(const QString& path)
{
    RegularFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine(4096)).trimmed() : QString();
}

QString readLastLine(const QString& path)
{
    constexpr qint64 longest = 4096;
    return QString::fromUtf8(readEnd(path, longest).trimmed().split('\n').last()).trimmed();
}

QByteArray readEnd(const QString& path, qint64 most, qint64 begin)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(std::max(begin, file.size() - most)))
        return {};
    return file.readAll();
}

}
