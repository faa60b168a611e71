// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace torchmason {

// Where the kernel's files are; other folders in tests.
struct KernelFolders {
    QString proc = QStringLiteral("/proc");
    QString cgroup = QStringLiteral("/sys/fs/cgroup");
};

// The whole of a small file of /proc or /sys; empty where it cannot be read. These say size 0, so they
// are read until nothing comes.
QByteArray readKernelFile(const QString& path);

}
