// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArrayView>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

// What fuzzers of readers share.
namespace torchmason::fuzz {

inline void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "fuzz: %s\n", what);
    std::abort();
}

// What fails says why, in one sentence that ends.
template <typename Value> void requireReason(const Result<Value>& result)
{
    require(result.ok() || !result.error().message.isEmpty(), "an error without words");
}

inline QByteArrayView bytesOf(const std::uint8_t* data, std::size_t size)
{
    return QByteArrayView(reinterpret_cast<const char*>(data), qsizetype(size));
}

// One input in `count`, and always the same ones: for what takes longer than everything else. The input's
// first byte would not do, which all keep that come from one seed.
inline bool isOneIn(unsigned count, QByteArrayView input)
{
    return qChecksum(input) % count == 0;
}

// A folder in memory for readers that want files; the same one for all inputs.
inline QString folder()
{
    static const QTemporaryDir made(
        (QDir(QStringLiteral("/dev/shm")).exists() ? QStringLiteral("/dev/shm") : QDir::tempPath())
        + QStringLiteral("/torchmason-fuzz-XXXXXX"));
    return made.path();
}

inline void put(const QString& name, QByteArrayView content)
{
    QFile file(folder() + QLatin1Char('/') + name);
    require(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
            && file.write(content.data(), content.size()) == content.size(),
        "a file cannot be written");
}

}
