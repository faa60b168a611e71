// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArrayView>
#include <QString>

#include <memory>

namespace torchmason {

// A file that only grows, one line per call and one system call per line, so that readers never see two
// lines mixed and a crash tears at most the last one.
class AppendFile {
public:
    // Opens or makes the file. A last line without its end (a crash, a full disk) is ended first, so that
    // it stays one unreadable line and the next one is whole.
    static Result<AppendFile> open(const QString& path);

    // `line` without a line break. A full disk says which folder and how much is free.
    Result<void> appendLine(QByteArrayView line);
    // Waits until what was appended is on the disk itself.
    Result<void> sync();

private:
    AppendFile(const QString& path, std::shared_ptr<void> file);
    Result<void> write(QByteArrayView bytes);
    Result<void> endTornLine();
    static bool endsInsideLine(const QString& path);

    QString m_path;
    std::shared_ptr<void> m_file; // a descriptor on Linux, a handle on Windows; closes it
    bool m_torn = false;
};

enum class WriteTrouble { Full, Quota, Other };
// What the system's code of a failed write means: errno, on Windows that of GetLastError().
WriteTrouble writeTrouble(unsigned code);
// The sentence for a write that failed: "Cannot write to FOLDER: the disk is full (0 bytes free); ..." A
// quota may be used up where the disk has room.
Error writeError(const QString& path, const QString& reason, WriteTrouble trouble);

}
