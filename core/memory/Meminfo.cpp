// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/MemoryReader.h"

namespace torchmason {

namespace {

std::optional<Bytes> field(const QByteArray& text, const QByteArray& name)
{
    qsizetype start = text.indexOf(name + ':');
    while (start > 0 && text[start - 1] != '\n')
        start = text.indexOf(name + ':', start + 1);
    if (start < 0)
        return std::nullopt;
    const qsizetype from = start + name.size() + 1;
    const qsizetype end = text.indexOf('\n', from);
    QByteArray value = text.mid(from, end < 0 ? -1 : end - from).trimmed();
    if (value.endsWith(" kB"))
        value.chop(3);
    bool isNumber = false;
    const quint64 kilobytes = value.trimmed().toULongLong(&isNumber);
    return isNumber ? std::optional(Bytes(kilobytes) * kibibyte) : std::nullopt;
}

}

MemoryReading parseMeminfo(const QByteArray& text)
{
    MemoryReading reading;
    reading.total = field(text, "MemTotal");
    reading.available = field(text, "MemAvailable");
    reading.swapTotal = field(text, "SwapTotal");
    const auto swapFree = field(text, "SwapFree");
    if (reading.swapTotal && swapFree)
        reading.swapUsed = *reading.swapTotal - std::min(*swapFree, *reading.swapTotal);
    return reading;
}

}
