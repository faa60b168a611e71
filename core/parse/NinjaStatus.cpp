// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/NinjaStatus.h"

#include "core/base/TextDecoding.h"

namespace torchmason {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Reads digits at `at` and moves it behind them.
std::optional<qint64> takeNumber(QByteArrayView line, qsizetype& at)
{
    const qsizetype begin = at;
    qint64 number = 0;
    while (at < line.size() && isDigit(line[at]) && at - begin < 18)
        number = number * 10 + (line[at++] - '0');
    return at > begin ? std::optional(number) : std::nullopt;
}

bool takeByte(QByteArrayView line, qsizetype& at, char c)
{
    if (at >= line.size() || line[at] != c)
        return false;
    ++at;
    return true;
}

// "12.5" seconds; ninja also writes "?" where it does not know.
std::optional<Milliseconds> takeSeconds(QByteArrayView line, qsizetype& at)
{
    const std::optional<qint64> whole = takeNumber(line, at);
    if (!whole)
        return std::nullopt;
    qint64 milliseconds = *whole * 1000;
    if (takeByte(line, at, '.')) {
        qint64 unit = 100;
        for (; at < line.size() && isDigit(line[at]); ++at, unit /= 10)
            milliseconds += unit * (line[at] - '0');
    }
    return Milliseconds(milliseconds);
}

}

bool isNinjaStatus(QByteArrayView line)
{
    qsizetype at = 0;
    if (!takeByte(line, at, '[') || !takeNumber(line, at) || !takeByte(line, at, '/')
        || !takeNumber(line, at))
        return false;
    return at < line.size() && (line[at] == ']' || line[at] == '|');
}

// [12/340|4|3.125] Building CXX object c10/CMakeFiles/c10.dir/core/Device.cpp.o
// [12/340] Linking CXX shared library lib/libc10.so
std::optional<NinjaStatus> parseNinjaStatus(QByteArrayView line)
{
    if (!isNinjaStatus(line))
        return std::nullopt;
    NinjaStatus status;
    qsizetype at = 1;
    status.done = *takeNumber(line, at);
    ++at;
    status.total = *takeNumber(line, at);
    if (takeByte(line, at, '|')) {
        status.running = takeNumber(line, at);
        if (takeByte(line, at, '|'))
            status.elapsed = takeSeconds(line, at);
    }
    const qsizetype end = line.indexOf(']', at);
    if (end < 0)
        return std::nullopt;
    status.description = line.sliced(end + 1).trimmed().toByteArray();
    return status;
}

// FAILED: caffe2/CMakeFiles/torch_cpu.dir/core/blob.cc.o
// FAILED: [code=137] lib/libtorch_cpu.so
QString failedOutput(QByteArrayView line)
{
    if (!line.startsWith("FAILED: "))
        return {};
    QByteArrayView rest = line.sliced(8);
    if (rest.startsWith("[code="))
        rest = rest.sliced(rest.indexOf(']') + 1);
    return plainToolText(rest.trimmed()).section(QLatin1Char(' '), 0, 0);
}

}
