// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/DecidingFacts.h"

#include "core/buildfolder/SwitchedParts.h"

namespace torchmason {

namespace {

const QString distributedName = QStringLiteral("USE_DISTRIBUTED");

// nullopt for no value at all.
std::optional<bool> switchedOn(const QString& value)
{
    return value.isEmpty() ? std::nullopt : std::optional(isCMakeTrue(value));
}

// On where one is, off where all are known to be off.
std::optional<bool> anyOf(const QVector<std::optional<bool>>& switches)
{
    bool isWhole = true;
    for (const std::optional<bool>& one : switches) {
        if (one && *one)
            return true;
        isWhole = isWhole && one.has_value();
    }
    return isWhole ? std::optional(false) : std::nullopt;
}

// "12.9.86" -> "12.9"
QString majorMinor(const QString& version)
{
    return version.section(QLatin1Char('.'), 0, 1);
}

}

DecidingFacts decidingFacts(const LogFacts& log, const HostFacts* host)
{
    DecidingFacts facts;
    facts.cudaVersion = majorMinor(log.cudaVersion);
    facts.distributed = switchedOn(log.distributed);
    facts.backend = anyOf({ switchedOn(log.gloo), switchedOn(log.nccl), switchedOn(log.mpi) });
    if (!host)
        return facts;
    if (const CudaToolkitFacts* toolkit = host->winningToolkit(); toolkit && facts.cudaVersion.isEmpty())
        facts.cudaVersion = majorMinor(toolkit->version);
    facts.memory = host->memoryTotal;
    facts.cores = host->logicalCores;
    return facts;
}

void addConfiguration(DecidingFacts& facts, const Configuration& asked)
{
    facts.distributedAsked = switchedOn(asked.flagValue(distributedName));
    for (const EnvironmentValue& variable : asked.environment) {
        if (variable.name == distributedName && variable.value && !facts.distributedAsked)
            facts.distributedAsked = switchedOn(*variable.value);
    }
}

void addBuildFolder(DecidingFacts& facts, const BuildFolderState& state)
{
    const auto cached = [&](const char* name) { return switchedOn(state.cache.value(QLatin1String(name))); };
    if (!facts.distributed)
        facts.distributed = cached("USE_DISTRIBUTED");
    if (!facts.backend)
        facts.backend = anyOf({ cached("USE_GLOO"), cached("USE_NCCL"), cached("USE_MPI") });
    if (facts.distributed == std::optional(false))
        facts.distributedOutputs = outputsOfPart(state, distributedName, OutputChoice::All);
}

}
