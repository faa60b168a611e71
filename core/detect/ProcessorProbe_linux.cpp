// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/detect/LinuxFiles.h"
#include "core/detect/Probe.h"
#include "core/memory/Cgroup.h"

#include <algorithm>

namespace torchmason {

namespace {

// Processors with two kinds of cores list the threads of each kind; a core has one or two threads.
std::optional<int> coresOfKind(const ProbeContext& context, const QString& kind)
{
    const auto list = context.readFile(QStringLiteral("/sys/devices/%1/cpus").arg(kind));
    const int threads = list ? countInCpuList(*list) : 0;
    if (threads == 0)
        return std::nullopt;
    const QByteArray first = list->trimmed().split(',').first().split('-').first();
    const QString topology = QStringLiteral("/sys/devices/system/cpu/cpu%1/topology/thread_siblings_list");
    const auto siblings = context.readFile(topology.arg(QString::fromLatin1(first)));
    const int perCore = siblings ? std::max(1, countInCpuList(*siblings)) : 1;
    return threads / perCore;
}

}

FactsChange probeProcessor(const ProbeContext& context)
{
    const auto cpuinfo = context.readFile(QStringLiteral("/proc/cpuinfo"));
    if (!cpuinfo)
        return unknownChange(QStringLiteral("processor"), Core::tr("/proc/cpuinfo cannot be read."));
    const ProcessorNumbers numbers = processorFromCpuinfo(*cpuinfo);
    const auto performance = coresOfKind(context, QStringLiteral("cpu_core"));
    const auto efficiency = coresOfKind(context, QStringLiteral("cpu_atom"));
    const auto limit = readProcessorLimit(
        { context.root + QStringLiteral("/proc"), context.root + QStringLiteral("/sys/fs/cgroup") });
    return [numbers, performance, efficiency, limit](HostFacts& facts) {
        facts.cpuModel = numbers.model;
        facts.physicalCores = numbers.physicalCores;
        facts.performanceCores = performance;
        facts.efficiencyCores = efficiency;
        if (numbers.logicalCores == 0)
            return;
        facts.logicalCores = numbers.logicalCores;
        if (!limit || limit->usable >= numbers.logicalCores)
            return;
        facts.logicalCores = limit->usable;
        facts.coresOfMachine = numbers.logicalCores;
        facts.limitedBy = limit->by;
    };
}

}
