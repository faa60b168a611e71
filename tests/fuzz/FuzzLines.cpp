// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/LineSplitter.h"
#include "tests/fuzz/Require.h"

#include <QVector>

#include <algorithm>
#include <cstdint>

using namespace torchmason;

namespace {

struct Line {
    QByteArray text;
    qint64 number = 0;
    qint64 offset = 0;
    qint64 cut = 0;
    bool whole = true;

    bool operator==(const Line&) const = default;
};

QVector<Line> linesOf(QByteArrayView bytes, qsizetype piece)
{
    QVector<Line> lines;
    const auto take = [&lines](const SplitLine& line) {
        lines.append({ line.text.toByteArray(), line.number, line.byteOffset, line.cutBytes, line.whole });
    };
    LineSplitter splitter;
    for (qsizetype at = 0; at < bytes.size(); at += piece)
        splitter.add(bytes.sliced(at, std::min(piece, bytes.size() - at)), take);
    splitter.finish(take);
    return lines;
}

}

// The first byte is the size of pieces, the others are the log.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView bytes(reinterpret_cast<const char*>(data) + 1, qsizetype(size) - 1);
    const QVector<Line> lines = linesOf(bytes, std::max<qsizetype>(1, bytes.size()));
    fuzz::require(lines == linesOf(bytes, 1 + data[0] % 64), "pieces change lines");
    qint64 end = 0;
    qint64 number = 0;
    for (const Line& line : lines) {
        fuzz::require(line.offset >= end, "lines overlap");
        fuzz::require(line.number >= number, "numbers go back");
        fuzz::require(!line.text.contains('\n'), "a line break is in a line");
        fuzz::require(bytes.sliced(line.offset, line.text.size()) == line.text, "an offset points elsewhere");
        end = line.offset + line.text.size();
        number = line.number;
    }
    return 0;
}
