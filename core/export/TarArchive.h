// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/GzipStream.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace torchmason {

// A tar archive of plain files with short names of ASCII, written and read as a stream. Any tar unpacks it.
// Sizes beyond 8 GiB are written as GNU tar writes them.

class TarWriter {
public:
    explicit TarWriter(GzipWriter& out, qint64 time); // seconds since 1970 UTC, of all its members

    // `size` bytes have to be written before the next member begins.
    Result<void> begin(const QString& name, qint64 size);
    Result<void> write(QByteArrayView bytes);
    Result<void> finish();

private:
    Result<void> pad();

    GzipWriter& m_out;
    qint64 m_time;
    qint64 m_size = 0; // of the member
    qint64 m_left = 0;
};

struct TarMember {
    QString name;
    qint64 size = 0;
};

// Errors are clauses about "it", the archive. Whether a name is welcome is for the caller to say.
class TarReader {
public:
    explicit TarReader(GzipReader& in);

    // The next member, whose content follows; the one before has to be read to its end. None: the archive
    // has ended.
    Result<std::optional<TarMember>> next();
    // Of this member's content; 0 at its end.
    Result<qint64> read(char* to, qint64 wanted);

private:
    Result<void> readBlock(QByteArray& block);
    Result<void> readEnd();

    GzipReader& m_in;
    QString m_name;
    qint64 m_left = 0;
    qint64 m_padding = 0;
};

}
