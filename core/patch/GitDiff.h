// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// Unified diffs, read, applied and written by git in a temporary folder. Errors are sentences' ends without a
// full stop, with what git says.

using FileContent = std::optional<QByteArray>; // nullopt: there is no such file

struct FileChange {
    FileContent content;
    bool executable = false;
};

// The files that it changes, relative to the source tree. Renames, links, submodules and changes of
// permissions are errors.
Result<QStringList> filesOfDiff(const QByteArray& diff);

enum class DiffWay { Forward, Back };
// What the part of the diff about `file` makes of its content. Line ends may differ where the file has one
// kind of them, which it keeps.
Result<FileChange> applyDiff(
    const QByteArray& diff, const QString& file, const FileContent& content, DiffWay way);

struct ContentPair {
    QString file;
    FileContent before;
    FileContent after;
};
// The difference as a diff that patch and git can apply; empty where there is none.
Result<QByteArray> diffBetween(const QVector<ContentPair>& files);

}
