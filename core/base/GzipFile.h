// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>
#include <QString>

#include <limits>

class QFile;
struct gzFile_s;

namespace torchmason {

// A stream of gzip on the handle of an open QFile, which stays the caller's; null where that fails. `mode`:
// "rb" or "wb".
gzFile_s* gzipOn(int handle, const char* mode);

// What is packed in a file, read as a stream, also of several members behind each other. A file that is not
// packed is read as it is. One thread at a time uses it. A broken place is its end, see problem(); reading
// beyond `most` bytes fails.
class GzipFile : public QIODevice {
public:
    explicit GzipFile(int handle, qint64 most = std::numeric_limits<qint64>::max());
    ~GzipFile() override;

    bool isSequential() const override { return true; }
    // Why it was not read to its end: a clause about "it", the file; empty where all is well.
    const QString& problem() const { return m_problem; }

protected:
    qint64 readData(char* data, qint64 most) override;
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    gzFile_s* m_gzip;
    qint64 m_most;
    qint64 m_bytes = 0; // that were read
    QString m_problem;
};

// Whether a file that was opened without a buffer is packed with gzip; it is at its beginning again.
bool isGzip(QFile& file);
// Of a packed log no more is read: a small file can become larger than any disk.
constexpr qint64 mostUnpackedLog = 1024LL * 1024 * 1024;

}
