// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/DiskParts.h"

#include "core/base/Core.h"
#include "core/estimate/EarlierBuild.h"
#include "core/estimate/TableEstimate.h"

#include <algorithm>
#include <cmath>

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

// To what formatBytes() shows of sizes above a few megabytes.
double rounded(double bytes)
{
    const double step = bytes >= double(gibibyte) ? double(gibibyte) / 10 : double(mebibyte);
    return std::round(bytes / step) * step;
}

// The last one with these options.
std::optional<BuiltFolder> earlierFolder(const BuildChoice& choice)
{
    const QHash<QString, BuiltFolder>& folders = choice.facts.builtFolders;
    if (folders.isEmpty() || !runsStage(choice.request, StageKind::Compile))
        return std::nullopt;
    const auto found = folders.constFind(workKey(choice.request));
    return found == folders.cend() ? std::nullopt : std::optional(*found);
}

// What the profile names counts where nothing else is known: it is for any build of that kind, and knows no
// changes.
std::optional<Span> buildFolder(const BuildChoice& choice, const std::optional<BuiltFolder>& earlier)
{
    if (earlier)
        return Span { double(earlier->size) * 0.9, double(earlier->size) * 1.15 + double(earlier->beside) };
    if (const auto table = buildFolderFromTable(choice))
        return table;
    const std::optional<Bytes> named = choice.profile.needs.disk;
    return named ? std::optional(Span { double(*named), double(*named) }) : std::nullopt;
}

const DiskFacts* diskOf(const HostFacts& facts, const QString& role)
{
    const auto found = std::find_if(
        facts.disks.begin(), facts.disks.end(), [&](const DiskFacts& disk) { return disk.role == role; });
    return found == facts.disks.end() ? nullptr : &*found;
}

bool liesWith(const HostFacts& facts, const QString& role, const QString& other)
{
    const DiskFacts* one = diskOf(facts, role);
    const DiskFacts* two = diskOf(facts, other);
    return !one || !two || isSameVolume(*one, *two);
}

}

DiskParts diskParts(const BuildChoice& choice, bool treeIsThere)
{
    DiskParts parts;
    const auto add = [&parts](const char* role, const Span& bytes) {
        parts.append(DiskPart { QLatin1String(role), { rounded(bytes.low), rounded(bytes.high) } });
    };
    const auto earlier = earlierFolder(choice);
    if (const auto folder = buildFolder(choice, earlier)) {
        add("build", *folder);
        parts.last().isThere = earlier && earlier->folder == choice.request.buildFolder;
    }
    if (choice.isSample())
        return parts;
    if (const auto tree = fetchedTree(choice); tree && !treeIsThere)
        add("source", *tree);
    add("temp", { 0, double(tempNeed) });
    return parts;
}

Span totalOf(const DiskParts& parts)
{
    Span sum;
    for (const DiskPart& part : parts)
        sum += part.bytes;
    return sum;
}

QString partsText(const DiskParts& parts)
{
    QStringList texts;
    for (const DiskPart& part : parts)
        texts << Core::tr("%1 for %2")
                     .arg(spanText(qint64(part.bytes.low), qint64(part.bytes.high)), purposeOf(part.role));
    return texts.join(QStringLiteral(", "));
}

bool isSameVolume(const DiskFacts& one, const DiskFacts& other)
{
    if (letterOf(one.path) != letterOf(other.path) || !one.free || !one.total || one.total != other.total
        || !other.free)
        return false;
    const Bytes difference = *one.free > *other.free ? *one.free - *other.free : *other.free - *one.free;
    return difference <= meanwhile;
}

QVector<DiskParts> partsByVolume(const HostFacts& facts, const DiskParts& parts)
{
    QVector<DiskParts> volumes;
    for (const DiskPart& part : parts) {
        const auto same = std::find_if(volumes.begin(), volumes.end(),
            [&](const DiskParts& volume) { return liesWith(facts, part.role, volume.first().role); });
        if (same == volumes.end())
            volumes.append(DiskParts { part });
        else
            same->append(part);
    }
    return volumes;
}

QString partsReason(const HostFacts& facts, const DiskParts& parts)
{
    if (parts.size() == 1)
        return Core::tr("The build folder, before anything is cleaned up.");
    const QVector<DiskParts> volumes = partsByVolume(facts, parts);
    if (volumes.size() == 1)
        return Core::tr("%1.").arg(partsText(parts));
    QStringList sentences;
    for (const DiskParts& volume : volumes) {
        const DiskFacts* disk = diskOf(facts, volume.first().role);
        const Span sum = totalOf(volume);
        const QString needs = volume.size() == 1
            ? partsText(volume)
            : Core::tr("%1 (%2)").arg(spanText(qint64(sum.low), qint64(sum.high)), partsText(volume));
        sentences << Core::tr("On the disk of %1: %2.").arg(disk ? disk->path : QString(), needs);
    }
    return sentences.join(QLatin1Char(' '));
}

}
