// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

class QIODevice;
struct z_stream_s;

namespace torchmason {

// Packs with gzip while it is written, in constant memory. Errors are what the device says.
class GzipWriter {
public:
    explicit GzipWriter(QIODevice& device);

    Result<void> write(QByteArrayView bytes);
    Result<void> finish(); // once, at the end

private:
    struct End {
        void operator()(z_stream_s* stream) const;
    };
    Result<void> pack(QByteArrayView bytes, int flush);

    QIODevice& m_device;
    std::unique_ptr<z_stream_s, End> m_stream;
    QByteArray m_packed;
};

// The way back. Errors are clauses about "it", the packed file: "it ends in the middle".
class GzipReader {
public:
    explicit GzipReader(QIODevice& device);

    // As many bytes as are wanted, or what is left; nothing may follow the end.
    Result<qint64> read(char* to, qint64 wanted);

private:
    struct End {
        void operator()(z_stream_s* stream) const;
    };
    Result<void> fill();
    Result<void> checkEnd();

    QIODevice& m_device;
    std::unique_ptr<z_stream_s, End> m_stream;
    QByteArray m_packed;
    bool m_ended = false;
};

}
