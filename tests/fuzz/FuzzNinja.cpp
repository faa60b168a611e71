// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/BuildFile.h"
#include "core/progress/NinjaLogReader.h"
#include "tests/fuzz/Require.h"

using namespace torchmason;

// Ninja's log and its build file, from any bytes; the first one says which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView content = fuzz::bytesOf(data, size).sliced(1);
    if (data[0] % 2) {
        fuzz::put(QStringLiteral("build.ninja"), content);
        (void)BuildFile::read(fuzz::folder());
        const StepsLeft left = readStepsLeft(fuzz::folder(), {});
        (void)left;
        return 0;
    }
    fuzz::put(QStringLiteral(".ninja_log"), content);
    (void)readNinjaLogVersion(fuzz::folder());
    const EdgeTimes times = readEdgeTimes(fuzz::folder());
    for (const auto& time : times)
        fuzz::require(time >= 0, "a step that took less than no time");
    for (qsizetype at = 0, end = 0; end >= 0; at = end + 1) {
        end = content.indexOf('\n', at);
        const auto entry = parseNinjaLogLine(content.sliced(at, (end < 0 ? content.size() : end) - at));
        fuzz::require(
            !entry || qAbs(entry->end - entry->start) < qint64(1) << 41, "an entry that is not sane");
    }
    return 0;
}
