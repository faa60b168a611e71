// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// What a file of a build belongs to, as far as its path tells.
struct FileOwner {
    QString component; // "PyTorch", "fbgemm", "CUDA toolkit", "C++ standard library"; empty: not known
    QString owner; // of failureOwners(): "tree" for sources that are built, "machine" for what is installed
};

// `path` as a tool wrote it, of either system.
FileOwner ownerOfFile(const QString& path);

}
