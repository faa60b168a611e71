// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ReleaseCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

TorchRelease readRelease(JsonReader& reader, const KnowledgeSources& sources)
{
    TorchRelease release;
    readMembers<TorchRelease>(reader, release,
        { { "version", &TorchRelease::version }, { "released", &TorchRelease::released },
            { "pythonMinimum", &TorchRelease::pythonMinimum },
            { "pythonMaximum", &TorchRelease::pythonMaximum },
            { "pythonExperimental", &TorchRelease::pythonExperimental },
            { "cudaStable", &TorchRelease::cudaStable },
            { "cudaExperimental", &TorchRelease::cudaExperimental },
            { "cudaMinimum", &TorchRelease::cudaMinimum }, { "cudaMaximum", &TorchRelease::cudaMaximum },
            { "cudnnMinimum", &TorchRelease::cudnnMinimum }, { "cudnnMaximum", &TorchRelease::cudnnMaximum },
            { "cmakeMinimum", &TorchRelease::cmakeMinimum }, { "cmakeSoft", &TorchRelease::cmakeIsSoft },
            { "cmake4", &TorchRelease::acceptsCMake4 }, { "cxxStandard", &TorchRelease::cxxStandard },
            { "gccMinimum", &TorchRelease::gccMinimum }, { "clangMinimum", &TorchRelease::clangMinimum },
            { "visualStudioMinimum", &TorchRelease::visualStudioMinimum },
            { "confidence", &TorchRelease::confidence } });
    release.cudaMaximumWhy = dataText(reader, "cudaMaximumWhy");
    for (const auto& [cuda, version] : reader.object("cudnn").value().items())
        release.cudnn.insert(
            QString::fromStdString(cuda), QString::fromStdString(version.get<std::string>()));
    release.source = sources.textOf(reader);
    return release;
}

}

// Preflight asks on every keystroke.
Result<ReleaseCatalogue> ReleaseCatalogue::load()
{
    static const auto once = []() -> Result<ReleaseCatalogue> {
        const auto rows = readRows(QStringLiteral("releases.json"), "releases", readRelease);
        if (!rows)
            return rows.error();
        ReleaseCatalogue catalogue;
        catalogue.m_releases = *rows;
        return catalogue;
    }();
    return once;
}

const TorchRelease* ReleaseCatalogue::release(const QString& version) const
{
    const QString plain = version.startsWith(QLatin1Char('v')) ? version.mid(1) : version;
    for (const TorchRelease& release : m_releases) {
        if (!plain.isEmpty() && compareVersions(majorMinor(plain), release.version) == 0)
            return &release;
    }
    return nullptr;
}

const TorchRelease* ReleaseCatalogue::newestThatTakes(
    const QString& version, QString TorchRelease::*minimum) const
{
    const auto found = std::find_if(m_releases.rbegin(), m_releases.rend(),
        [&](const TorchRelease& release) { return !isBelow(version, release.*minimum); });
    return found == m_releases.rend() ? nullptr : &*found;
}

}
