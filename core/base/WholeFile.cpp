// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WholeFile.h"

#include <QFile>
#include <QSaveFile>

#include <algorithm>

namespace torchmason {

// commit() of some versions of Qt does not notice that its own flush found the disk full.
bool writeWhole(QSaveFile& file, const QByteArray& content, QFileDevice::Permissions more)
{
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush()
        && file.error() == QFileDevice::NoError && (!more || file.setPermissions(file.permissions() | more))
        && file.commit();
}

QByteArray readWhole(const QString& path, qint64 most)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return most == wholeFile ? file.readAll() : file.read(most);
}

QString readFirstLine(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine(4096)).trimmed() : QString();
}

QByteArray readEnd(const QString& path, qint64 most, qint64 begin)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(std::max(begin, file.size() - most)))
        return {};
    return file.readAll();
}

}
