// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/detect/Probe.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

namespace torchmason {

namespace {

// A folder that is to be made lies on the volume of its nearest parent that is there.
QString nearestExisting(const QString& folder)
{
    QString path = QDir::cleanPath(QDir(folder).absolutePath());
    while (!QFileInfo::exists(path)) {
        const QString parent = QFileInfo(path).path();
        if (parent == path)
            break;
        path = parent;
    }
    return path;
}

DiskFacts diskOf(const QString& role, const QString& folder)
{
    DiskFacts disk { role, folder, std::nullopt, std::nullopt };
    const QStorageInfo storage(nearestExisting(folder));
    if (storage.isValid() && storage.bytesTotal() > 0) {
        disk.free = Bytes(storage.bytesAvailable());
        disk.total = Bytes(storage.bytesTotal());
    }
    return disk;
}

}

FactsChange probeDisks(const ProbeContext& context)
{
    const auto orWorkFolder
        = [](const QString& folder) { return folder.isEmpty() ? AppPaths::workFolder() : folder; };
    const QVector<DiskFacts> disks {
        diskOf(QStringLiteral("source"), orWorkFolder(context.wishes.sourceFolder)),
        diskOf(QStringLiteral("build"), orWorkFolder(context.wishes.buildFolder)),
        diskOf(QStringLiteral("temp"), QDir::tempPath()),
    };
    return [disks](HostFacts& facts) { facts.disks = disks; };
}

}
