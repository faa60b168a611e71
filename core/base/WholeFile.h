// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

class QSaveFile;

namespace torchmason {

// Who may read a file that is written. AsUsual: whom the user's umask lets, or the file that was there.
enum class FileAccess { AsUsual, OnlyUser, Executable };

// Puts the content where the file was, as a whole: a reader sees the old or the new one. Where
// this is false, errorString() says why, and the file that was there stays, also on a full disk.
bool writeWhole(QSaveFile& file, const QByteArray& content, FileAccess access = FileAccess::AsUsual);

// Of files that others may have written, see RegularFile. Empty where it cannot be read; of a longer one its
// beginning.
QByteArray readWhole(const QString& path, qint64 most = 64 * 1024 * 1024);
// Without blanks around it; empty where it cannot be read.
QString readFirstLine(const QString& path);
// The last line that is not empty, without blanks around it; empty where there is none.
QString readLastLine(const QString& path);
// Its last bytes, none of them before `begin`; empty where it cannot be read.
QByteArray readEnd(const QString& path, qint64 most, qint64 begin = 0);

}
