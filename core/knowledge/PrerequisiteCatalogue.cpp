// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/PrerequisiteCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/VersionText.h"

#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

std::optional<Platform> readPlatform(JsonReader& reader)
{
    const QString text = reader.string("platform", QString());
    if (text == QLatin1String("linux"))
        return Platform::Linux;
    if (text == QLatin1String("windows"))
        return Platform::Windows;
    return std::nullopt;
}

bool isFor(const std::optional<Platform>& platform, Platform wanted)
{
    return !platform || *platform == wanted;
}

ToolMinimum readTool(JsonReader& reader, const KnowledgeSources& sources)
{
    ToolMinimum tool;
    readMembers<ToolMinimum>(reader, tool,
        { { "tool", &ToolMinimum::tool }, { "minimum", &ToolMinimum::minimum },
            { "confidence", &ToolMinimum::confidence } });
    tool.platform = readPlatform(reader);
    tool.why = dataText(reader, "why");
    tool.source = sources.textOf(reader);
    return tool;
}

KnownBadTool readKnownBad(JsonReader& reader, const KnowledgeSources& sources)
{
    KnownBadTool bad;
    readMembers<KnownBadTool>(reader, bad,
        { { "tool", &KnownBadTool::tool }, { "version", &KnownBadTool::version },
            { "confidence", &KnownBadTool::confidence } });
    bad.platform = readPlatform(reader);
    bad.stopsBuilds = reader.string("severity") == QLatin1String("fail");
    bad.effect = dataText(reader, "effect");
    bad.fix = dataText(reader, "fix");
    bad.source = sources.textOf(reader);
    return bad;
}

BuildPackage readPackage(JsonReader& reader, const KnowledgeSources& sources)
{
    BuildPackage package;
    readMembers<BuildPackage>(reader, package,
        { { "package", &BuildPackage::package }, { "module", &BuildPackage::module },
            { "releaseMinimum", &BuildPackage::releaseMinimum },
            { "releaseMaximum", &BuildPackage::releaseMaximum }, { "minimum", &BuildPackage::minimum },
            { "below", &BuildPackage::below }, { "optional", &BuildPackage::isOptional },
            { "confidence", &BuildPackage::confidence } });
    package.source = sources.textOf(reader);
    return package;
}

}

QString BuildPackage::requirement() const
{
    QStringList bounds;
    if (!minimum.isEmpty())
        bounds << QLatin1String(">=") + minimum;
    if (!below.isEmpty())
        bounds << QLatin1Char('<') + below;
    return package + bounds.join(QLatin1Char(','));
}

bool BuildPackage::accepts(const QString& version) const
{
    return !isBelow(version, minimum) && (below.isEmpty() || compareVersions(version, below) < 0);
}

Result<PrerequisiteCatalogue> PrerequisiteCatalogue::load()
{
    static const auto once = []() -> Result<PrerequisiteCatalogue> {
        const auto document = readKnowledge(QStringLiteral("prerequisites.json"));
        if (!document)
            return document.error();
        const auto tools = rowsOf(*document, "tools", readTool);
        if (!tools)
            return tools.error();
        const auto knownBad = rowsOf(*document, "knownBad", readKnownBad);
        if (!knownBad)
            return knownBad.error();
        const auto packages = rowsOf(*document, "packages", readPackage);
        if (!packages)
            return packages.error();
        PrerequisiteCatalogue catalogue;
        catalogue.m_tools = *tools;
        catalogue.m_knownBad = *knownBad;
        catalogue.m_packages = *packages;
        return catalogue;
    }();
    return once;
}

const ToolMinimum* PrerequisiteCatalogue::minimumOf(const QString& tool, Platform platform) const
{
    const auto found = std::find_if(m_tools.begin(), m_tools.end(),
        [&](const ToolMinimum& row) { return row.tool == tool && isFor(row.platform, platform); });
    return found == m_tools.end() ? nullptr : &*found;
}

const KnownBadTool* PrerequisiteCatalogue::knownBad(
    const QString& tool, const QString& version, Platform platform) const
{
    // All three parts count: 1.13.1 has what 1.13.0 lacks.
    const auto found = std::find_if(m_knownBad.begin(), m_knownBad.end(), [&](const KnownBadTool& row) {
        return row.tool == tool && isFor(row.platform, platform) && !isBelow(version, row.version)
            && !isAbove(version, row.version);
    });
    return found == m_knownBad.end() ? nullptr : &*found;
}

QVector<BuildPackage> PrerequisiteCatalogue::packagesFor(const QString& release) const
{
    const QString version = majorMinor(release.startsWith(QLatin1Char('v')) ? release.mid(1) : release);
    QVector<BuildPackage> packages;
    for (const BuildPackage& package : m_packages) {
        if (majorOf(version) > 0 && !isBelow(version, package.releaseMinimum)
            && !isAbove(version, package.releaseMaximum))
            packages.append(package);
    }
    return packages;
}

}
