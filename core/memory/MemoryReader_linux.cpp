// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/Cgroup.h"

#include <algorithm>

namespace torchmason {

namespace {

std::optional<Bytes> field(const QByteArray& text, const QByteArray& name)
{
    QByteArray value = lineValue(text, name);
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
    reading.total = field(text, "MemTotal:");
    reading.available = field(text, "MemAvailable:");
    reading.swapTotal = field(text, "SwapTotal:");
    const auto swapFree = field(text, "SwapFree:");
    if (reading.swapTotal && swapFree)
        reading.swapUsed = *reading.swapTotal - std::min(*swapFree, *reading.swapTotal);
    return reading;
}

MemoryReading readMemory(const KernelFolders& folders)
{
    MemoryReading machine = parseMeminfo(readKernelFile(folders.proc + QStringLiteral("/meminfo")));
    if (const auto group = readCgroupMemory(folders)) {
        machine.total = std::min(machine.total.value_or(group->limit), group->limit);
        machine.available = std::min(machine.available.value_or(group->left), group->left);
    }
    return machine;
}

}
