// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ProcessorPower.h"

#include "core/base/Core.h"

#include <algorithm>

namespace torchmason {

namespace {

// The second thread only adds what its core has left.
ProcessorCores ofOneKind(int physical, int logical)
{
    const int cores = std::clamp(physical, 1, logical);
    return { cores, 0, logical - cores };
}

Span timesOf(const EstimateCatalogue& catalogue, const char* id)
{
    const WorkFactor* factor = catalogue.factor(QLatin1String(id));
    return factor ? factor->time : Span { 0, 1 };
}

}

std::optional<ProcessorCores> coresOf(const HostFacts& facts)
{
    if (!facts.logicalCores || *facts.logicalCores < 1)
        return std::nullopt;
    const int logical = *facts.logicalCores;
    const int performance = facts.performanceCores.value_or(0);
    const int efficiency = facts.efficiencyCores.value_or(0);
    // A limit says how many, not which: those of one kind are taken.
    if (performance > 0 && efficiency > 0 && performance + efficiency <= logical && !facts.coresOfMachine)
        return ProcessorCores { performance, efficiency, logical - performance - efficiency };
    return ofOneKind(facts.physicalCores.value_or(logical), logical);
}

Span fullCores(const ProcessorCores& cores, double jobs, const EstimateCatalogue& catalogue)
{
    const double onFull = std::clamp(jobs, 1.0, double(cores.full));
    const double onEfficiency = std::clamp(jobs - onFull, 0.0, double(cores.efficiency));
    const double onSecond = std::clamp(jobs - onFull - onEfficiency, 0.0, double(cores.secondThreads));
    const Span efficiency = timesOf(catalogue, "efficiency-core");
    const Span second = timesOf(catalogue, "second-thread");
    return { onFull + onEfficiency * efficiency.low + onSecond * second.low,
        onFull + onEfficiency * efficiency.high + onSecond * second.high };
}

QString coresText(const ProcessorCores& cores)
{
    const int count = cores.full + cores.efficiency;
    QString text = count == 1 ? Core::tr("one core") : Core::tr("%n cores", nullptr, count);
    if (cores.efficiency > 0)
        text += Core::tr(" (%1 of them slower efficiency cores)").arg(cores.efficiency);
    return text;
}

}
