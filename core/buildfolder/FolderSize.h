// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QSet>
#include <QString>

#include <functional>
#include <stop_token>

namespace torchmason {

// A file and what it takes on the disk; false: no further ones.
using VisitFile = std::function<bool(const QString& path, Bytes bytes)>;
// All files below a folder, but for those in the folders `without`. Links are neither followed nor told.
// False: it was stopped, or not everything could be read.
bool visitFiles(const QString& folder, const VisitFile& visit, const std::stop_token& stop = {},
    const QSet<QString>& without = {});

struct FolderSize {
    qint64 files = 0;
    Bytes size = 0; // on the disk
    bool complete = true; // false where counting ended at the limit, or as visitFiles() says
};

FolderSize measureFolder(const QString& folder, qint64 limit = 500'000, const std::stop_token& stop = {});

}
