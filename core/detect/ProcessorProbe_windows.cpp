// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include <QSettings>

#include <algorithm>
#include <bit>
#include <vector>

#include <windows.h>

namespace torchmason {

namespace {

struct CoreNumbers {
    int cores = 0;
    int performance = 0;
    int efficiency = 0;
};

// Cores of the highest efficiency class are the fast ones; all have class 0 where there is one kind only.
std::optional<CoreNumbers> countCores()
{
    DWORD size = 0;
    GetLogicalProcessorInformationEx(RelationProcessorCore, nullptr, &size);
    std::vector<char> buffer(size);
    auto* first = reinterpret_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(buffer.data());
    if (size == 0 || !GetLogicalProcessorInformationEx(RelationProcessorCore, first, &size))
        return std::nullopt;
    CoreNumbers numbers;
    for (DWORD at = 0; at < size;) {
        const auto* entry
            = reinterpret_cast<const SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX*>(buffer.data() + at);
        ++numbers.cores;
        // EfficiencyClass, the second byte since Windows 10; mingw-w64 10 still calls it reserved.
        const BYTE efficiencyClass = reinterpret_cast<const BYTE*>(&entry->Processor)[1];
        ++(efficiencyClass > 0 ? numbers.performance : numbers.efficiency);
        at += entry->Size;
    }
    return numbers;
}

// What "start /affinity" and job objects leave us. Machines with more than 64 processors have several groups,
// of which this tells about one only; there it counts as no limit.
int usableProcessors(int all)
{
    DWORD_PTR ours = 0;
    DWORD_PTR system = 0;
    if (GetActiveProcessorGroupCount() != 1 || !GetProcessAffinityMask(GetCurrentProcess(), &ours, &system)
        || ours == 0)
        return all;
    return std::min(all, std::popcount(quint64(ours)));
}

}

FactsChange probeProcessor(const ProbeContext&)
{
    const QSettings registry(
        QStringLiteral("HKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0"),
        QSettings::NativeFormat);
    const QString model = registry.value(QStringLiteral("ProcessorNameString")).toString().simplified();
    const auto cores = countCores();
    const int logical = int(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
    const int usable = usableProcessors(logical);
    return [model, cores, logical, usable](HostFacts& facts) {
        facts.cpuModel = model;
        if (logical > 0)
            facts.logicalCores = usable;
        if (usable < logical) {
            facts.coresOfMachine = logical;
            facts.limitedBy = QStringLiteral("affinity");
        }
        if (!cores)
            return;
        facts.physicalCores = cores->cores;
        if (cores->performance > 0) {
            facts.performanceCores = cores->performance;
            facts.efficiencyCores = cores->efficiency;
        }
    };
}

}
