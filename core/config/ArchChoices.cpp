// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ArchChoices.h"

#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int mostExamples = 3;
const auto ptx = QStringLiteral("+PTX");

QStringList wordsOf(const QString& list)
{
    static const QRegularExpression separator(QStringLiteral(R"([\s;,]+)"));
    return list.split(separator, Qt::SkipEmptyParts);
}

bool isFor(const QString& word, const QString& capability)
{
    return word == capability || word.compare(capability + ptx, Qt::CaseInsensitive) == 0;
}

QStringList cardsWith(const HostFacts& facts, const QString& capability)
{
    QStringList cards;
    for (const GpuFacts& card : facts.gpus) {
        if (card.computeCapability == capability && !cards.contains(card.name))
            cards << card.name;
    }
    return cards;
}

}

QVector<ArchChoice> archChoices(const HostFacts& facts, const QString& toolkitVersion)
{
    const auto gpus = GpuCatalogue::load();
    if (!gpus)
        return {};
    const auto cuda = CudaCatalogue::load();
    const CudaToolkitInfo* toolkit = cuda ? cuda->toolkit(toolkitVersion) : nullptr;
    QVector<ArchChoice> choices;
    for (const GpuArchitecture& architecture : gpus->architectures()) {
        const QString& capability = architecture.capability;
        const QStringList found = cardsWith(facts, capability);
        if (found.isEmpty() && toolkit && !toolkit->capabilities.contains(capability))
            continue;
        choices.append({ capability, architecture.name, found, architecture.products.mid(0, mostExamples) });
    }
    std::stable_sort(choices.begin(), choices.end(), [](const ArchChoice& left, const ArchChoice& right) {
        if (left.found.isEmpty() != right.found.isEmpty())
            return right.found.isEmpty();
        return compareVersions(left.capability, right.capability) > 0; // new cards are what people ask for
    });
    return choices;
}

ArchUse archUse(const QString& list, const QString& capability)
{
    ArchUse use = ArchUse::Out;
    for (const QString& word : wordsOf(list)) {
        if (isFor(word, capability))
            use = word == capability && use != ArchUse::CodeAndPtx ? ArchUse::Code : ArchUse::CodeAndPtx;
    }
    return use;
}

QString withArch(const QString& list, const QString& capability, ArchUse use)
{
    const QString wanted = use == ArchUse::Out ? QString()
        : use == ArchUse::Code                 ? capability
                                               : capability + ptx;
    QStringList words;
    bool isPlaced = wanted.isEmpty();
    for (const QString& word : wordsOf(list)) {
        if (!isFor(word, capability))
            words << word;
        else if (!std::exchange(isPlaced, true))
            words << wanted;
    }
    if (!isPlaced)
        words << wanted;
    return words.join(QLatin1Char(';'));
}

QString archsOfMachine(const HostFacts& facts)
{
    QStringList capabilities;
    for (const GpuFacts& card : facts.gpus) {
        if (!card.computeCapability.isEmpty() && !capabilities.contains(card.computeCapability))
            capabilities << card.computeCapability;
    }
    std::sort(capabilities.begin(), capabilities.end(),
        [](const QString& left, const QString& right) { return compareVersions(left, right) < 0; });
    return capabilities.join(QLatin1Char(';'));
}

}
