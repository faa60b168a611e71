// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/CudaCatalogue.h"

#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

CudaToolkitInfo readToolkit(JsonReader& reader)
{
    CudaToolkitInfo toolkit;
    toolkit.version = reader.string("version");
    toolkit.capabilities = reader.strings("capabilities");
    toolkit.gccMaximum = int(reader.integer("gccMaximum", 0));
    toolkit.clangMaximum = int(reader.integer("clangMaximum", 0));
    toolkit.msvcMaximum = int(reader.integer("msvcMaximum", 0));
    toolkit.msvcNewest = reader.string("msvcNewest", QString());
    toolkit.driverLinux = reader.string("driverLinux", QString());
    toolkit.driverWindows = reader.string("driverWindows", QString());
    toolkit.minorDriverLinux = reader.string("minorDriverLinux", QString());
    toolkit.minorDriverWindows = reader.string("minorDriverWindows", QString());
    toolkit.confidence = reader.string("confidence", QString());
    return toolkit;
}

}

QString CudaToolkitInfo::minimumDriver(Platform platform) const
{
    const bool windows = platform == Platform::Windows;
    const QString& minor = windows ? minorDriverWindows : minorDriverLinux;
    return minor.isEmpty() ? (windows ? driverWindows : driverLinux) : minor;
}

Result<CudaCatalogue> CudaCatalogue::load()
{
    const auto document = readKnowledge(QStringLiteral("cuda.json"));
    if (!document)
        return document.error();
    CudaCatalogue catalogue;
    const auto read = forEachRow(
        *document, "toolkits", [&](JsonReader& reader) { catalogue.m_toolkits.append(readToolkit(reader)); });
    if (!read)
        return read.error();
    return catalogue;
}

const CudaToolkitInfo* CudaCatalogue::toolkit(const QString& version) const
{
    for (const CudaToolkitInfo& toolkit : m_toolkits) {
        if (toolkit.version == majorMinor(version))
            return &toolkit;
    }
    return nullptr;
}

const CudaToolkitInfo* CudaCatalogue::newestFor(const QStringList& capabilities) const
{
    const CudaToolkitInfo* newest = nullptr;
    for (const CudaToolkitInfo& toolkit : m_toolkits) {
        const bool compilesAll = std::all_of(capabilities.begin(), capabilities.end(),
            [&](const QString& capability) { return toolkit.capabilities.contains(capability); });
        if (compilesAll && (!newest || compareVersions(toolkit.version, newest->version) > 0))
            newest = &toolkit;
    }
    return newest;
}

}
