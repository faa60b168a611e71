// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/ArchChoices.h"
#include "core/config/BuildWork.h"
#include "core/gate/Admission.h"
#include "core/knowledge/KnownEdges.h"
#include "core/memory/SwapName.h"
#include "core/preflight/PreflightRules.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr int archsOfHeaviestLink = 6; // the library that the table has was linked for so many

struct HeavyStep {
    Bytes peak = 0;
    Bytes least = 0; // less than that is not enough for sure
    QString what; // "The largest flash attention kernel"
    QString source;
    QVector<Change> changes;
};

// The table has the most that was reported; compilers were seen that need two thirds of it.
void addStep(QVector<HeavyStep>& steps, const char* part, const QString& what, double share,
    const QVector<Change>& changes)
{
    if (const HeavyFile* file = heavyFile(QLatin1String(part)))
        steps.append({ Bytes(double(file->peak) * share), Bytes(double(file->peak) * share / 3 * 2), what,
            file->source, changes });
}

// Fewer architectures make the last link smaller, where there are fewer cards than architectures.
QVector<Change> fewerArchs(const BuildChoice& choice)
{
    const QString own = archsOfMachine(choice.facts);
    const bool isLess = !own.isEmpty()
        && capabilitiesOf(parseArchList(own).entries).size() < capabilitiesOf(choice.archs.entries).size();
    return isLess ? QVector<Change> { setFlagChange(QStringLiteral("TORCH_CUDA_ARCH_LIST"), own) }
                  : QVector<Change>();
}

QVector<HeavyStep> heavySteps(const BuildChoice& choice)
{
    const Bytes measured = largestKnownPeak(QStringLiteral("C++"));
    QVector<HeavyStep> steps { { measured, measured, Core::tr("The largest C++ file"),
        Core::tr("own builds of PyTorch 2.6"), {} } };
    if (!choice.usesCuda)
        return steps;
    const qsizetype archs = std::max<qsizetype>(1, capabilitiesOf(choice.archs.entries).size());
    addStep(steps, "lib/libtorch_cuda", Core::tr("The last link"),
        std::min(1.0, double(archs + 1) / archsOfHeaviestLink), fewerArchs(choice));
    Change flash = setFlagChange(QStringLiteral("USE_FLASH_ATTENTION"), QStringLiteral("OFF"));
    flash.caveat = Core::tr("Attention gets slower and takes more memory of the card.");
    Change efficient = setFlagChange(QStringLiteral("USE_MEM_EFF_ATTENTION"), QStringLiteral("OFF"));
    efficient.caveat = flash.caveat;
    if (compilesMemoryEfficientAttention(choice))
        addStep(steps, "mem_eff_attention", Core::tr("The largest kernel of memory-efficient attention"), 1,
            { efficient });
    if (compilesFlashAttention(choice))
        addStep(steps, "flash_bwd_hdim256", Core::tr("The largest flash attention kernel"), 1, { flash });
    return steps;
}

}

// The gate keeps it; it looks at the free memory besides.
void checkMemoryLimit(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.request.hasGate() || !choice.request.memoryLimit)
        return;
    const Bytes limit = *choice.request.memoryLimit;
    const std::optional<Bytes>& there = choice.facts.memoryTotal;
    const bool isTooLow = limit < leastMemoryLimit;
    if (!isTooLow && limit <= there.value_or(limit))
        return;
    CheckRow& row = addProblem(rows, "memory-limit", isTooLow ? CheckState::Fail : CheckState::Warning,
        Core::tr("Memory limit"),
        isTooLow ? Core::tr("The memory limit is %1, and all compilers together need %2 at least.")
                       .arg(formatBytes(limit), formatBytes(leastMemoryLimit))
                 : Core::tr("The memory limit is %1, and the machine has %2: it holds no compiler back.")
                       .arg(formatBytes(limit), formatBytes(there)));
    row.values = { { QStringLiteral("memory limit"), formatBytes(limit), QStringLiteral("request") },
        { QStringLiteral("memory"), formatBytes(there), QStringLiteral("machine") } };
    row.fixText = isTooLow
        ? Core::tr("Set a limit of %1 or more, or none.").arg(formatBytes(leastMemoryLimit))
        : Core::tr("Set a lower limit, or none.");
}

// Jobs and the gate only help while each compiler fits alone.
void checkHeaviestFile(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.facts.memoryTotal || choice.isSample() || !choice.request.targets.isEmpty())
        return;
    const QVector<HeavyStep> steps = heavySteps(choice);
    const auto heaviest = std::max_element(steps.begin(), steps.end(),
        [](const HeavyStep& one, const HeavyStep& other) { return one.peak < other.peak; });
    if (heaviest == steps.end() || heaviest->peak <= *choice.facts.memoryTotal)
        return;
    const QString swap = swapName(choice.facts.platform);
    const Bytes withSwap = *choice.facts.memoryTotal + choice.facts.swapTotal.value_or(0);
    const bool cannot = choice.facts.swapTotal && heaviest->least > withSwap;
    CheckRow& row = addProblem(rows, "heavy-file", cannot ? CheckState::Fail : CheckState::Warning,
        Core::tr("Memory for one compiler"),
        Core::tr("%1 alone may take %2, and the machine has %3%4.")
            .arg(heaviest->what, formatBytes(heaviest->peak), formatBytes(choice.facts.memoryTotal),
                cannot ? QString() : Core::tr("; it may get through slowly, with %1").arg(swap)));
    row.need = Core::tr("%1, %2 included").arg(formatBytes(heaviest->peak), swap);
    row.values
        = { { QStringLiteral("memory"), formatBytes(choice.facts.memoryTotal), QStringLiteral("machine") },
              { swap, formatBytes(choice.facts.swapTotal), QStringLiteral("machine") } };
    row.reference = heaviest->source;
    row.isSoft = true;
    for (const HeavyStep& step : steps) { // the others may be too heavy as well
        if (step.peak > *choice.facts.memoryTotal)
            row.changes += step.changes;
    }
    row.fixText
        = Core::tr("Build on a machine with more memory, or %1.").arg(moreSwapText(choice.facts.platform));
}

}
