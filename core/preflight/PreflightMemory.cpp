// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ArchChoices.h"
#include "core/config/BuildWork.h"
#include "core/knowledge/KnownEdges.h"
#include "core/memory/SwapName.h"
#include "core/preflight/PreflightRules.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr int archsOfHeaviestLink = 6; // the library that the table has was linked for so many

struct HeavyStep {
    Bytes peak = 0;
    QString what; // "The largest flash attention kernel"
    QString source;
    QVector<Change> changes;
};

void addStep(QVector<HeavyStep>& steps, const char* part, const QString& what, double share,
    const QVector<Change>& changes)
{
    if (const HeavyFile* file = heavyFile(QLatin1String(part)))
        steps.append({ Bytes(double(file->peak) * share), what, file->source, changes });
}

// Fewer architectures make the last link smaller, where there are fewer cards than architectures.
QVector<Change> fewerArchs(const PreflightInput& input)
{
    const QString own = archsOfMachine(input.facts);
    const bool isLess = !own.isEmpty()
        && capabilitiesOf(parseArchList(own).entries).size()
            < capabilitiesOf(input.choice.archs.entries).size();
    return isLess ? QVector<Change> { setFlagChange(QStringLiteral("TORCH_CUDA_ARCH_LIST"), own) }
                  : QVector<Change>();
}

QVector<HeavyStep> heavySteps(const PreflightInput& input)
{
    QVector<HeavyStep> steps { { largestKnownPeak(QStringLiteral("C++")),
        QStringLiteral("The largest C++ file"), QStringLiteral("own builds of PyTorch 2.6"), {} } };
    const BuildChoice& choice = input.choice;
    if (!choice.usesCuda)
        return steps;
    const qsizetype archs = std::max<qsizetype>(1, capabilitiesOf(choice.archs.entries).size());
    addStep(steps, "lib/libtorch_cuda", QStringLiteral("The last link"),
        std::min(1.0, double(archs + 1) / archsOfHeaviestLink), fewerArchs(input));
    Change flash = setFlagChange(QStringLiteral("USE_FLASH_ATTENTION"), QStringLiteral("OFF"));
    flash.caveat = QStringLiteral("Attention gets slower and takes more memory of the card.");
    Change efficient = setFlagChange(QStringLiteral("USE_MEM_EFF_ATTENTION"), QStringLiteral("OFF"));
    efficient.caveat = flash.caveat;
    if (compilesMemoryEfficientAttention(choice))
        addStep(steps, "mem_eff_attention",
            QStringLiteral("The largest kernel of memory-efficient attention"), 1, { efficient });
    if (compilesFlashAttention(choice))
        addStep(
            steps, "flash_bwd_hdim256", QStringLiteral("The largest flash attention kernel"), 1, { flash });
    return steps;
}

}

// Jobs and the gate only help while each compiler fits alone.
void checkHeaviestFile(const PreflightInput& input, QVector<CheckRow>& rows)
{
    if (!input.facts.memoryTotal || input.choice.isSample() || !input.request.targets.isEmpty())
        return;
    const QVector<HeavyStep> steps = heavySteps(input);
    const auto heaviest = std::max_element(steps.begin(), steps.end(),
        [](const HeavyStep& one, const HeavyStep& other) { return one.peak < other.peak; });
    if (heaviest == steps.end() || heaviest->peak <= *input.facts.memoryTotal)
        return;
    const QString swap = swapName(input.facts.platform);
    const Bytes withSwap = *input.facts.memoryTotal + input.facts.swapTotal.value_or(0);
    // The table has the most that was reported; compilers were seen that need two thirds of it.
    const bool cannot = input.facts.swapTotal && heaviest->peak / 3 * 2 > withSwap;
    CheckRow row = problemRow("heavy-file", cannot ? CheckState::Fail : CheckState::Warning,
        QStringLiteral("Memory for one compiler"),
        QStringLiteral("%1 alone may take %2, and the machine has %3%4.")
            .arg(heaviest->what, formatBytes(heaviest->peak), formatBytes(input.facts.memoryTotal),
                cannot ? QString() : QStringLiteral("; it may get through slowly, with %1").arg(swap)));
    row.need = QStringLiteral("%1, %2 included").arg(formatBytes(heaviest->peak), swap);
    row.values
        = { { QStringLiteral("memory"), formatBytes(input.facts.memoryTotal), QStringLiteral("machine") },
              { swap, formatBytes(input.facts.swapTotal), QStringLiteral("machine") } };
    row.reference = heaviest->source;
    row.isSoft = true;
    for (const HeavyStep& step : steps) { // the others may be too heavy as well
        if (step.peak > *input.facts.memoryTotal)
            row.changes += step.changes;
    }
    row.fixText = QStringLiteral("Build on a machine with more memory, or %1.")
                      .arg(moreSwapText(input.facts.platform));
    rows.append(row);
}

}
