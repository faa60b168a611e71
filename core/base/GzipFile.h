// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>

struct gzFile_s;

namespace torchmason {

// A stream of gzip on the handle of an open QFile, which stays the caller's; null where that fails. `mode`:
// "rb" or "wb".
gzFile_s* gzipOn(int handle, const char* mode);

// What is packed in a file, read as a stream, also of several members behind each other. A file that is not
// packed is read as it is. One thread at a time uses it.
class GzipFile : public QIODevice {
public:
    explicit GzipFile(int handle);
    ~GzipFile() override;

    bool isSequential() const override { return true; }
    // Why it was not read to its end: a clause about "it", the file; empty where all is well.
    const QString& problem() const { return m_problem; }

protected:
    // What stands before a broken place is given first.
    qint64 readData(char* data, qint64 most) override;
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    gzFile_s* m_gzip;
    QString m_problem;
};

}
