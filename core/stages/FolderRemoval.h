// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QString>
#include <QStringList>

namespace torchmason {

struct FolderCount {
    quint64 files = 0;
    quint64 folders = 0; // below the counted one
    quint64 links = 0; // symbolic links and junctions, whatever they point to
    Bytes bytes = 0; // that the files take on the disk (FileRoom.h)
    QStringList repositories = {}; // paths of the folders that hold a ".git"
    QStringList locks = {}; // of attempts that build in folders below, or did
};

// The door to the file system for counting and emptying a folder. Neither follows a link nor enters
// another mounted file system; a mount inside is an error before anything is removed. `folder` must be a
// real folder, not a link. What an attempt keeps in the folder itself (lockNames of FolderMark.h) stays.
Result<FolderCount> countFolder(const QString& folder);
// Goes on after what cannot be removed and then fails with the first such path.
Result<FolderCount> emptyFolder(const QString& folder);
// Removes one file, link or folder with what it holds, `name` being relative to `folder`, which is written
// without links. A name that leads out of the folder or through a link is an error; what is not there
// counts as nothing.
Result<FolderCount> removeBelow(const QString& folder, const QString& name);
// The name in one spelling, or an error where it leads out of the folder.
Result<QString> nameBelow(const QString& folder, const QString& name);
// Whether both paths are one and the same folder on the disk, however they are written.
bool isSameFolder(const QString& left, const QString& right);
// Whether the last component of the path is a link or junction.
bool isLink(const QString& path);

}
