// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/GzipFile.h"
#include "core/base/Result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace torchmason {

// A tar archive of plain files with short names of ASCII, packed with gzip, written and read as a stream. Any
// tar unpacks it. Sizes beyond 8 GiB are written as GNU tar writes them. (libarchive would do this as well,
// but there is no build of it for Windows among Debian's packages.) Handles are those of an open QFile.

class TarWriter {
public:
    TarWriter(int handle, qint64 time); // seconds since 1970 UTC, of all its members
    ~TarWriter();
    Q_DISABLE_COPY_MOVE(TarWriter)

    // `size` bytes have to be written before the next member begins.
    Result<void> begin(const QString& name, qint64 size);
    Result<void> write(QByteArrayView bytes);
    Result<void> finish(); // once, at the end

private:
    Result<void> pad();
    Result<void> pack(QByteArrayView bytes);

    gzFile_s* m_gzip;
    qint64 m_time;
    qint64 m_size = 0; // of the member
    qint64 m_left = 0;
};

struct TarMember {
    QString name;
    qint64 size = 0;
};

// Errors are clauses about "it", the archive. Which names are allowed the caller decides. What follows the
// end of the gzip stream is not looked at, as gzip itself does.
class TarReader {
public:
    explicit TarReader(int handle);
    Q_DISABLE_COPY_MOVE(TarReader)

    // The next member, whose content follows; the one before has to be read to its end. None: the archive
    // has ended.
    Result<std::optional<TarMember>> next();
    // Of this member's content; 0 at its end.
    Result<qint64> read(char* to, qint64 wanted);

private:
    Result<void> readBlock(QByteArray& block);
    Result<void> readEnd();
    Result<qint64> unpack(char* to, qint64 wanted); // less than wanted at its end

    GzipFile m_gzip;
    QString m_name;
    qint64 m_left = 0;
    qint64 m_padding = 0;
};

}
