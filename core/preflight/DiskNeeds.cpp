// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/DiskNeeds.h"

#include "core/base/Core.h"
#include "core/estimate/TableEstimate.h"

namespace torchmason {

namespace {

constexpr Bytes tempNeed = gibibyte; // what compilers write at once
// The folders are asked one after the other, while other programs write.
constexpr Bytes meanwhile = 256 * mebibyte;

QString letterOf(const QString& path)
{
    return path.size() > 1 && path[1] == QLatin1Char(':') ? path.left(1).toUpper() : QString();
}

QString purposeOf(const QString& role)
{
    if (role == QLatin1String("source"))
        return Core::tr("the source");
    return role == QLatin1String("build") ? Core::tr("the build") : Core::tr("temporary files");
}

// The estimate that the review shows. What the profile names counts where there is none: it is for any build
// of that kind, and knows no changes.
DiskNeed buildNeed(const BuildChoice& choice)
{
    if (const auto table = buildFolderFromTable(choice))
        return { Bytes(table->low), Bytes(table->high), true, {}, {} };
    const std::optional<Bytes> named = choice.profile.needs.disk;
    return { named, named, false, {}, {} };
}

DiskNeed needOf(const QString& role, const BuildChoice& choice)
{
    if (role == QLatin1String("build"))
        return buildNeed(choice);
    if (choice.isSample())
        return {};
    if (role == QLatin1String("temp"))
        return { {}, tempNeed, false, {}, {} };
    const auto tree = choice.tree ? std::nullopt : fetchedTree(choice); // the review does not count it either
    return tree ? DiskNeed { {}, Bytes(tree->high), false, {}, {} } : DiskNeed();
}

void addUp(const QVector<DiskFacts>& disks, const QVector<qsizetype>& shared, QVector<DiskNeed>& needs)
{
    const auto isBuild = [&](qsizetype i) { return disks[i].role == QLatin1String("build"); };
    const auto build = std::find_if(shared.begin(), shared.end(), isBuild);
    const qsizetype speaker = build == shared.end() ? shared.first() : *build;
    Bytes sum = 0;
    QStringList parts;
    for (const qsizetype i : shared) {
        sum += *needs[i].safe;
        const QString size = needs[i].isEstimate
            ? Core::tr("about %1").arg(spanText(qint64(*needs[i].sure), qint64(*needs[i].safe)))
            : formatBytes(needs[i].safe);
        const QString part = Core::tr("%1 for %2").arg(size, purposeOf(disks[i].role));
        i == speaker ? parts.prepend(part) : parts.append(part);
    }
    needs[speaker].together = sum;
    needs[speaker].parts = parts.join(QStringLiteral(", "));
}

}

bool isSameVolume(const DiskFacts& one, const DiskFacts& other)
{
    if (letterOf(one.path) != letterOf(other.path) || !one.free || !one.total || one.total != other.total
        || !other.free)
        return false;
    const Bytes difference = *one.free > *other.free ? *one.free - *other.free : *other.free - *one.free;
    return difference <= meanwhile;
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
    QVector<DiskNeed> needs;
    for (const DiskFacts& disk : facts.disks)
        needs.append(needOf(disk.role, choice));
    QVector<bool> isCounted(needs.size(), false);
    for (qsizetype i = 0; i < needs.size(); ++i) {
        QVector<qsizetype> shared;
        for (qsizetype k = i; k < needs.size(); ++k) {
            if (!isCounted[k] && needs[k].safe && (k == i || isSameVolume(facts.disks[i], facts.disks[k])))
                shared.append(k);
        }
        if (shared.size() > 1)
            addUp(facts.disks, shared, needs);
        for (const qsizetype k : std::as_const(shared))
            isCounted[k] = true;
    }
    return needs;
}

}
