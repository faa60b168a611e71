// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/CgroupFolders.h"

#include <QList>

namespace torchmason {

namespace {

QStringList upwards(const QString& mount, QString path)
{
    if (path == QLatin1String("/"))
        path.clear();
    QStringList found;
    while (true) {
        found << mount + path;
        const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
        if (slash < 0)
            return found;
        path.truncate(slash);
    }
}

}

CgroupFolders cgroupFolders(const KernelFolders& folders, const QByteArray& controller)
{
    CgroupFolders found;
    // 0::/user.slice/session.scope       version 2
    // 5:memory:/docker/4f1c              version 1
    for (const QByteArray& line : readKernelFile(folders.proc + QStringLiteral("/self/cgroup")).split('\n')) {
        const QList<QByteArray> parts = line.split(':');
        if (parts.size() < 3)
            continue;
        const QString path = QString::fromUtf8(line.mid(parts[0].size() + parts[1].size() + 2));
        if (parts[1].split(',').contains(controller))
            found.first += upwards(folders.cgroup + QLatin1Char('/') + QString::fromLatin1(controller), path);
        else if (parts[0] == "0" && parts[1].isEmpty())
            found.second += upwards(folders.cgroup, path);
    }
    return found;
}

}
