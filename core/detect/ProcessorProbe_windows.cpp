// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include <QSettings>

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

}

FactsChange probeProcessor(const ProbeContext&)
{
    const QSettings registry(
        QStringLiteral("HKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0"),
        QSettings::NativeFormat);
    const QString model = registry.value(QStringLiteral("ProcessorNameString")).toString().simplified();
    const auto cores = countCores();
    const int logical = int(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
    return [model, cores, logical](HostFacts& facts) {
        facts.cpuModel = model;
        if (logical > 0)
            facts.logicalCores = logical;
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
