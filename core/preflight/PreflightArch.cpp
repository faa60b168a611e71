// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/CardGroups.h"
#include "core/preflight/PreflightRules.h"
#include "core/preflight/ToolkitAdvice.h"

#include <algorithm>

namespace torchmason {

namespace {

const QString archListName = QStringLiteral("TORCH_CUDA_ARCH_LIST");

// Where the list stands now, there it is changed.
Change setArchList(const BuildChoice& choice, const QString& list)
{
    return choice.value(archListName).isVariable ? setEnvironmentChange(archListName, list)
                                                 : setFlagChange(archListName, list);
}

// Of the cards here that the toolkit can compile for.
QVector<ArchEntry> cardEntries(const BuildChoice& choice)
{
    QVector<ArchEntry> entries;
    for (const GpuFacts& gpu : choice.facts.gpus) {
        const bool compiles = !choice.toolkitInfo || choice.toolkitInfo->capabilities.isEmpty()
            || choice.toolkitInfo->capabilities.contains(gpu.computeCapability);
        if (!gpu.computeCapability.isEmpty() && compiles
            && !entries.contains({ gpu.computeCapability, false }))
            entries.append({ gpu.computeCapability, false });
    }
    std::sort(entries.begin(), entries.end(), [](const ArchEntry& left, const ArchEntry& right) {
        return compareVersions(left.capability, right.capability) < 0;
    });
    return entries;
}

// All cards at once, for advice that looks at one card only takes another one's code away.
void proposeArchLists(const BuildChoice& choice, const QString& capability, CheckRow& row)
{
    const QVector<ArchEntry> cards = cardEntries(choice);
    if (!cards.isEmpty())
        row.changes.append(setArchList(choice, archListText(cards)));
    if (choice.facts.gpus.size() == 1)
        row.changes.append(setArchList(choice, capability));
    QVector<ArchEntry> added = choice.archs.entries;
    added.append({ capability, false });
    const bool isSame = added.size() == cards.size()
        && std::all_of(
            added.begin(), added.end(), [&](const ArchEntry& entry) { return cards.contains(entry); });
    if (!isSame)
        row.changes.append(setArchList(choice, archListText(added)));
}

QString sentenceFor(const BuildChoice& choice, const CardGroup& cards, bool ptx, bool isSpared)
{
    if (ptx)
        return Core::tr("Architecture %1 reaches the %2 by PTX only: kernels are compiled on first use.")
            .arg(choice.archText, gpuText(cards));
    return isSpared
        ? Core::tr("What is compiled for architecture %1 does not run on the %2; another card here "
                   "runs it.")
              .arg(choice.archText, gpuText(cards))
        : Core::tr("What is compiled for architecture %1 does not run on the %2.")
              .arg(choice.archText, gpuText(cards));
}

// 10.1 became 11.0 with CUDA 13: the list under the names that this toolkit has; empty where none changed.
QVector<ArchEntry> renamedEntries(const BuildChoice& choice, const QStringList& missing)
{
    const auto gpus = GpuCatalogue::load();
    QVector<ArchEntry> entries = choice.archs.entries;
    bool isRenamed = false;
    for (ArchEntry& entry : entries) {
        const GpuArchitecture* known = gpus ? gpus->architecture(entry.capability) : nullptr;
        if (!known || !missing.contains(entry.capability)
            || !choice.toolkitInfo->capabilities.contains(known->renamed))
            continue;
        entry.capability = known->renamed;
        isRenamed = true;
    }
    return isRenamed ? entries : QVector<ArchEntry>();
}

// "f" and "a" as the release's select_compute_arch.cmake takes them.
bool isRefusedByRelease(const BuildChoice& choice, const QString& capability)
{
    const QChar last = capability.isEmpty() ? QChar() : capability.back();
    const bool suffix = last.isLetter();
    if (!choice.isAtLeast(QStringLiteral("2.0")).value_or(true))
        return suffix || majorOf(capability) >= 10;
    return last == QLatin1Char('f') && !choice.isAtLeast(QStringLiteral("2.9")).value_or(true);
}

}

void checkArchList(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.usesCuda || choice.archs.unknown.isEmpty())
        return;
    CheckRow& row = addProblem(rows, "arch-list-unreadable", CheckState::Fail, Core::tr("Architecture list"),
        Core::tr("TORCH_CUDA_ARCH_LIST holds \"%1\", which names no architecture.")
            .arg(choice.archs.unknown));
    row.values = { choice.shown(archListName) };
    row.fixText = Core::tr("Write it like 8.6;12.0+PTX.");
    if (const auto cards = cardEntries(choice); !cards.isEmpty())
        row.changes.append(setArchList(choice, archListText(cards)));
    else if (!choice.archs.entries.isEmpty())
        row.changes.append(setArchList(choice, archListText(choice.archs.entries)));
}

void checkArchForGpu(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.usesCuda || choice.archs.isAutomatic())
        return;
    const auto isNative = [&](const GpuFacts& gpu) {
        return !gpu.computeCapability.isEmpty()
            && coverageOf(choice.archs.entries, gpu.computeCapability) == ArchCoverage::Native;
    };
    const bool isSpared = std::any_of(choice.facts.gpus.begin(), choice.facts.gpus.end(), isNative);
    for (const CardGroup& cards : cardsByCapability(choice.facts)) {
        const GpuFacts& gpu = cards.card;
        if (gpu.computeCapability.isEmpty() || isNative(gpu))
            continue;
        const bool ptx = coverageOf(choice.archs.entries, gpu.computeCapability) == ArchCoverage::Ptx;
        CheckRow& row = addProblem(rows, ptx ? "arch-only-ptx" : "arch-not-for-gpu",
            ptx || isSpared ? CheckState::Warning : CheckState::Fail,
            Core::tr("Architecture for the graphics card"), sentenceFor(choice, cards, ptx, isSpared));
        row.need = gpu.computeCapability;
        row.values = { choice.shown(archListName), { cards.name(), gpu.computeCapability, gpu.source } };
        row.reference = Core::tr("NVIDIA: CUDA binary compatibility");
        row.fixText = Core::tr("Put %1 into TORCH_CUDA_ARCH_LIST, or choose another profile.")
                          .arg(gpu.computeCapability);
        proposeArchLists(choice, gpu.computeCapability, row);
    }
}

void checkArchForToolkit(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.usesCuda || !choice.toolkitInfo)
        return;
    const QStringList missing = notCompiledBy(choice.archs.entries, choice.toolkitInfo->capabilities);
    if (!missing.isEmpty()) {
        const QString names = missing.join(Core::tr(" and "));
        CheckRow& row = addProblem(rows, "arch-not-in-toolkit", CheckState::Fail,
            Core::tr("Architecture for the toolkit"),
            Core::tr("nvcc of CUDA %1 does not compile for architecture %2.")
                .arg(choice.toolkit->version, names));
        row.where = choice.toolkit->nvcc;
        row.values = { choice.shown(archListName),
            { QStringLiteral("CUDA"), choice.toolkit->version, choice.toolkit->source } };
        row.reference = Core::tr("nvcc --list-gpu-arch of each toolkit");
        const QStringList wanted = capabilitiesOf(choice.archs.entries);
        if (const auto renamed = renamedEntries(choice, missing); !renamed.isEmpty())
            row.changes.append(setArchList(choice, archListText(renamed)));
        row.changes += otherToolkits(choice, wanted);
        QVector<ArchEntry> rest = choice.archs.entries;
        rest.removeIf([&](const ArchEntry& entry) { return missing.contains(entry.capability); });
        if (!rest.isEmpty())
            row.changes.append(setArchList(choice, archListText(rest)));
        else if (const auto cards = cardEntries(choice); !cards.isEmpty())
            row.changes.append(setArchList(choice, archListText(cards)));
        const QString advised = adviseToolkit(choice.facts, choice.profile, choice.request.source, wanted);
        if (advised.isEmpty())
            row.fixText = Core::tr("No CUDA release compiles for all of this list: shorten it.");
        else
            proposeToolkit(choice, advised, row);
    }
    if (choice.archs.isAutomatic() && choice.archs.unknown.isEmpty() && majorOf(choice.toolkit->version) >= 13
        && choice.facts.gpus.isEmpty()) {
        CheckRow& row = addProblem(rows, "arch-list-empty", CheckState::Warning,
            Core::tr("Architecture list"),
            Core::tr("No architecture is chosen, and no card is here: a source tree from before CUDA 13 then "
                     "asks for architectures that this nvcc no longer compiles."));
        row.fixText = Core::tr("Set TORCH_CUDA_ARCH_LIST to the cards that will run it.");
    }
}

void checkArchForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.usesCuda)
        return;
    QVector<ArchEntry> rest = choice.archs.entries;
    rest.removeIf([&](const ArchEntry& entry) { return isRefusedByRelease(choice, entry.capability); });
    QStringList refused;
    for (const ArchEntry& entry : choice.archs.entries) {
        if (isRefusedByRelease(choice, entry.capability))
            refused << entry.capability;
    }
    if (!refused.isEmpty()) {
        CheckRow& row
            = addProblem(rows, "arch-not-in-release", CheckState::Fail, Core::tr("Architecture for PyTorch"),
                Core::tr("The build files of PyTorch %1 do not understand architecture %2.")
                    .arg(choice.releaseText, refused.join(Core::tr(" and "))));
        row.values = { choice.shown(archListName) };
        row.reference = Core::tr("select_compute_arch.cmake of that release");
        if (!rest.isEmpty())
            row.changes.append(setArchList(choice, archListText(rest)));
        proposeRelease(choice, QStringLiteral("2.9.1"), row);
        return;
    }
    const bool blackwell = std::any_of(choice.archs.entries.begin(), choice.archs.entries.end(),
        [](const ArchEntry& entry) { return majorOf(entry.capability) >= 10; });
    if (!blackwell || choice.isAtLeast(QStringLiteral("2.7")).value_or(true))
        return;
    CheckRow& row
        = addProblem(rows, "arch-before-release", CheckState::Warning, Core::tr("Architecture for PyTorch"),
            Core::tr("PyTorch %1 is older than Blackwell; 2.7 is the first release whose own binaries hold "
                     "code for it, and parts of this one may not build for it.")
                .arg(choice.releaseText));
    row.values = { choice.shown(archListName) };
    row.reference = Core::tr("PyTorch 2.7 release notes");
    row.isSoft = true;
    proposeRelease(choice, QStringLiteral("2.7.1"), row);
}

}
