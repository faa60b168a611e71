// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RegularFile.h"
#include "core/base/Result.h"

#include <QByteArray>
#include <QByteArrayView>

namespace torchmason {

// Reads a file that another process appends to, a bounded piece at a time. A file that does not exist
// yet is an empty one; a file that became shorter or vanished after it was read is an error.
class LogTail {
public:
    static constexpr qsizetype largestPiece = 256 * 1024;

    explicit LogTail(const QString& path);

    // The next bytes, none where there are no new ones. Valid until the next call.
    Result<QByteArrayView> read();
    qint64 offset() const { return m_offset; }

private:
    Result<QByteArrayView> lost(const QString& what) const;

    RegularFile m_file;
    QByteArray m_buffer;
    qint64 m_offset = 0;
};

}
