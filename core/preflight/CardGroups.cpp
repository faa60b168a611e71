// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/CardGroups.h"

#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <QHash>
#include <QSet>

namespace torchmason {

QString CardGroup::name() const
{
    return names.join(QLatin1String(", "));
}

QString CardGroup::nameWithCount() const
{
    return count == 1 || names.size() > 1 ? name() : QStringLiteral("%1 x %2").arg(count).arg(name());
}

QVector<CardGroup> cardGroups(const HostFacts& facts, const std::function<QString(const GpuFacts&)>& keyOf)
{
    QVector<CardGroup> groups;
    QHash<QString, qsizetype> places;
    QHash<QString, QSet<QString>> seen;
    for (const GpuFacts& gpu : facts.gpus) {
        const QString key = keyOf(gpu);
        if (!places.contains(key)) {
            places.insert(key, groups.size());
            groups.append({ gpu, 0, {} });
        }
        CardGroup& group = groups[places.value(key)];
        ++group.count;
        QSet<QString>& names = seen[key];
        if (!names.contains(gpu.name)) {
            names.insert(gpu.name);
            group.names << gpu.name;
        }
    }
    return groups;
}

QVector<CardGroup> cardsByCapability(const HostFacts& facts)
{
    return cardGroups(facts, [](const GpuFacts& gpu) { return gpu.computeCapability; });
}

QString gpuText(const CardGroup& group)
{
    return QStringLiteral("%1 (%2)").arg(group.name(), group.card.computeCapability);
}

QString lastBranchBefore(const GpuFacts& gpu, const QString& driver)
{
    const auto gpus = GpuCatalogue::load();
    const GpuArchitecture* card = gpus ? gpus->architecture(gpu.computeCapability) : nullptr;
    return card && !card->lastDriverBranch.isEmpty() && majorOf(card->lastDriverBranch) < majorOf(driver)
        ? card->lastDriverBranch
        : QString();
}

}
