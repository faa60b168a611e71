// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/DiskNeeds.h"

#include "core/config/BuildChoice.h"
#include "core/estimate/DiskParts.h"

#include <algorithm>

namespace torchmason {

namespace {

// The source may be there in part, so that by itself it stops nothing; neither does a build that is there.
DiskNeed needOfVolume(const DiskParts& parts)
{
    const Span sum = totalOf(parts);
    const bool isNew = parts.first().role == QLatin1String("build") && !parts.first().isThere;
    return { sum, isNew ? std::optional(Bytes(sum.low)) : std::nullopt,
        parts.size() > 1 ? partsText(parts) : QString() };
}

DiskNeed needOf(const QString& role, const QVector<DiskParts>& volumes)
{
    for (const DiskParts& parts : volumes) {
        if (parts.first().role == role)
            return needOfVolume(parts);
        for (const DiskPart& part : parts) {
            if (part.role == role)
                return { part.bytes, {}, {} };
        }
    }
    return {};
}

}

QVector<DiskNeed> diskNeeds(const HostFacts& facts, const Profile& profile)
{
    BuildRequest request;
    request.source = profile.source;
    request.configuration = profile.configuration;
    request.backend = profile.backend;
    request.targets = profile.targets;
    return diskNeeds(facts, profile, request);
}

QVector<DiskNeed> diskNeeds(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const BuildChoice choice = chooseBuild(facts, profile, request);
    DiskParts parts = diskParts(choice, facts.isHere() && factsOfTree(request.sourceFolder));
    parts.removeIf([&facts](const DiskPart& part) {
        return std::none_of(facts.disks.begin(), facts.disks.end(),
            [&part](const DiskFacts& disk) { return disk.role == part.role; });
    });
    const QVector<DiskParts> volumes = partsByVolume(facts, parts);
    QVector<DiskNeed> needs;
    for (const DiskFacts& disk : facts.disks)
        needs.append(needOf(disk.role, volumes));
    return needs;
}

}
