// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/detect/Probe.h"
#include "core/memory/MemoryReader.h"

namespace torchmason {

FactsChange probeMemory(const ProbeContext& context)
{
    const MemoryReading memory = readMemory(
        { context.root + QStringLiteral("/proc"), context.root + QStringLiteral("/sys/fs/cgroup") });
    if (!memory.total)
        return unknownChange(
            QStringLiteral("memory"), Core::tr("The system does not tell how much there is."));
    return [memory](HostFacts& facts) {
        facts.memoryTotal = memory.total;
        facts.memoryAvailable = memory.available;
        facts.swapTotal = memory.swapTotal;
    };
}

}
