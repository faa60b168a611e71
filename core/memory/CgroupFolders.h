// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KernelFile.h"

#include <QStringList>

namespace torchmason {

// The folders of the control group that we are in and of all above it, the inner one first. Limits of each
// count. A machine may have both versions at once.
struct CgroupFolders {
    QStringList first; // version 1, which has a tree per controller
    QStringList second; // version 2, which has one tree
};
// `controller` is "memory" or "cpu".
CgroupFolders cgroupFolders(const KernelFolders& folders, const QByteArray& controller);

}
