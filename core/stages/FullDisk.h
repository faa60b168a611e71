// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace torchmason {

// Whether a tool says in these lines that there is no room for a file. Rules know more languages; children of
// a build speak English.
bool saysDiskFull(const QByteArray& output);

// A folder that a step writes into, and what it is for: "the build folder".
struct WrittenFolder {
    QString path;
    QString purpose;
};

// "The disk /mnt/small is full (312 KB of 64 MB free); it holds the build folder and temporary files, and
// this step takes about 1.2 GB." Of several disks the one with the least room; where a tool has removed what
// it could not finish, there is some again. One without inodes counts as one without room. `need` 0: unknown.
// Empty where no disk can be measured. Where `output` speaks of a quota the disks' room tells nothing: it
// says what lies on which of them.
QString fullDiskSentence(const QByteArray& output, const QVector<WrittenFolder>& folders, Bytes need);

// "To make room, remove ..." with what lies there of this tree's packing and may go; else in general.
QString roomAdvice(const QString& sourceFolder);

// Fewer are none: a tool removes what it could not finish, so that some are free again.
constexpr quint64 hardlyAnInode = 16;

// Of the files in `folder` that fit `pattern`, not of those in folders below.
Bytes sizeOfFiles(const QString& folder, const QString& pattern);

}
