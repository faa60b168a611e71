// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/JobAdvice.h"

#include "core/base/Core.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

// What the rest of the machine keeps.
constexpr Bytes reserve = 2 * gibibyte;

bool flashIsOn(const HostFacts& facts, const Configuration& configuration)
{
    // Under MSVC the kernels are switched off by PyTorch itself up to 2.13.
    if (facts.platform == Platform::Windows)
        return false;
    const FlagValue* flag = configuration.flag(QStringLiteral("USE_FLASH_ATTENTION"));
    if (flag)
        return isCMakeTrue(flag->value);
    // They are compiled for 8.0 and newer only.
    const ArchList list = parseArchList(archListOf(configuration));
    return list.isAutomatic()
        || std::any_of(list.entries.begin(), list.entries.end(), [](const ArchEntry& entry) {
               return coverageOf({ { QStringLiteral("8.0"), true } }, entry.capability) != ArchCoverage::None;
           });
}

}

Bytes memoryPerJob(const HostFacts& facts, const Configuration& configuration)
{
    if (!usesCuda(configuration))
        return 2 * gibibyte;
    const ArchList list = parseArchList(archListOf(configuration));
    if (!flashIsOn(facts, configuration))
        return 3 * gibibyte;
    return list.entries.size() == 1 ? 5 * gibibyte : 8 * gibibyte;
}

std::optional<int> maxJobsOf(const Configuration& configuration, const HostFacts& facts)
{
    const QString name = QStringLiteral("MAX_JOBS");
    const EnvironmentValue* variable = configuration.variable(name);
    const QString text = variable ? variable->value.value_or(QString())
        : facts.isHere()          ? qEnvironmentVariable("MAX_JOBS")
                                  : QString();
    bool isNumber = false;
    const int jobs = text.trimmed().toInt(&isNumber);
    return isNumber && jobs >= 1 && jobs <= 4096 ? std::optional(jobs) : std::nullopt;
}

JobAdvice adviseJobs(const HostFacts& facts, const Configuration& configuration)
{
    const int cores = std::max(1, facts.logicalCores.value_or(1));
    // Without the number of available bytes, all of it is the best guess.
    const std::optional<Bytes> memory = facts.memoryAvailable ? facts.memoryAvailable : facts.memoryTotal;
    if (!memory)
        return { 1, Core::tr("1 job: the amount of memory is not known.") };
    const Bytes perJob = memoryPerJob(facts, configuration);
    const Bytes usable = *memory > reserve ? *memory - reserve : 0;
    const int byMemory = int(std::min<Bytes>(usable / perJob, 4096));
    const int jobs = std::clamp(byMemory, 1, cores);
    const QString name = jobs == 1 ? Core::tr("1 job") : Core::tr("%n jobs", nullptr, jobs);
    if (byMemory >= cores)
        return { jobs,
            cores == 1
                ? Core::tr("%1: there is 1 logical processor; there is enough memory for more.").arg(name)
                : Core::tr("%1: one for each of %2 logical processors; there is enough memory for more.")
                      .arg(name)
                      .arg(cores) };
    return { jobs,
        Core::tr("%1: %2 of memory each, %3 is available.")
            .arg(name, formatBytes(perJob), formatBytes(*memory)) };
}

JobAdvice adviseGatedJobs(const HostFacts& facts)
{
    if (!facts.logicalCores)
        return { 2, Core::tr("2 jobs: the number of processors is not known.") };
    const int cores = std::max(1, *facts.logicalCores);
    return { cores,
        cores == 1 ? Core::tr("1 job: there is one logical processor.")
                   : Core::tr("%1 jobs: one for each logical processor; a compiler that needs more "
                              "memory than is free waits.")
                         .arg(cores) };
}

}
