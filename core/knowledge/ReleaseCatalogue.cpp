// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ReleaseCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/VersionText.h"

namespace torchmason {

namespace {

TorchRelease readRelease(JsonReader& reader)
{
    TorchRelease release;
    release.version = reader.string("version");
    release.pythonMinimum = reader.string("pythonMinimum");
    release.pythonMaximum = reader.string("pythonMaximum");
    release.pythonExperimental = reader.string("pythonExperimental", QString());
    release.cudaStable = reader.strings("cudaStable");
    release.cudaExperimental = reader.strings("cudaExperimental");
    release.cudaMinimum = reader.string("cudaMinimum", QString());
    release.cmakeMinimum = reader.string("cmakeMinimum");
    release.acceptsCMake4 = reader.boolean("cmake4", true);
    release.confidence = reader.string("confidence", QString());
    return release;
}

}

Result<ReleaseCatalogue> ReleaseCatalogue::load()
{
    const auto document = readKnowledge(QStringLiteral("releases.json"));
    if (!document)
        return document.error();
    ReleaseCatalogue catalogue;
    const auto read = forEachRow(
        *document, "releases", [&](JsonReader& reader) { catalogue.m_releases.append(readRelease(reader)); });
    if (!read)
        return read.error();
    return catalogue;
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

}
