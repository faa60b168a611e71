// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace torchmason {

struct DiffLine {
    char kind = ' '; // ' ', '-' or '+'
    QByteArray body; // without line end, and without a byte order mark but in a file that is created
    QByteArray end; // of a line of the diff
    bool endsFile = false; // "\ No newline at end of file" follows
};

struct DiffHunk {
    qsizetype oldStart = 0; // counted from 1; with no old lines: the line after which the new ones come
    qsizetype newStart = 0;
    QVector<DiffLine> lines;
    bool knowsTheEnd = false; // one of its lines says that the file ends without a line break
};

struct FileDiff {
    QString path; // without a/ and b/
    bool creates = false;
    bool deletes = false;
    bool executable = false; // of a file that is created
    QVector<DiffHunk> hunks;
};

// Reads what git diff, git format-patch and diff -u write; what stands around it is passed over. Renames,
// copies, links, submodules, changes of permissions and binary changes are errors that say so.
Result<QVector<FileDiff>> parseUnifiedDiff(const QByteArray& text);

}
