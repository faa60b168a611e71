// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The path, or the nearest one above it that is there.
QString nearestExisting(const QString& path);

// Whether files can be written to the folder, or to one that is made there. Root is told by permissions that
// it may write everywhere, so the kernel's own file systems are known by their type.
bool canHoldFiles(const QString& folder);

}
